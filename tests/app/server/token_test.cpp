// Only the whole token is one. Which files hold a token is tested in tests/cli/serve_test.py.
#include "app/server/token.h"

#include <gtest/gtest.h>

namespace fluxion::server {

TEST(Token, IsTheWholeText) {
  EXPECT_TRUE(sameToken("secret", "secret"));
  for (const char* other : {"", "secre", "secrets", "Secret", "secreT"})
    EXPECT_FALSE(sameToken(other, "secret"));
  EXPECT_FALSE(sameToken(std::string_view("secret\0", 7), "secret"));
}

}  // namespace fluxion::server
