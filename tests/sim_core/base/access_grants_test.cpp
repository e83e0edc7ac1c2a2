#include "sim_core/base/access_grants.h"

#include <gtest/gtest.h>

namespace sim {

TEST(AccessGrants, AddFoldersToThatOfTheModel) {
  const SharedAccess access = access_of("/models", {false, false, {"/data"}, {"/results"}});
  EXPECT_TRUE(access->may_read("/models/a.csv"));
  EXPECT_TRUE(access->may_write("/models/a.csv"));
  EXPECT_TRUE(access->may_read("/data/a.csv"));
  EXPECT_FALSE(access->may_write("/data/a.csv"));
  EXPECT_TRUE(access->may_write("/results/a.csv"));
  EXPECT_FALSE(access->may_read("/results/a.csv"));
  EXPECT_FALSE(access->may_exchange("udp 127.0.0.1:5000"));
  EXPECT_TRUE(access_of("/models", {false, true, {}, {}})->may_exchange("udp 127.0.0.1:5000"));
}

TEST(AccessGrants, AModelWithoutAFolderMayUseOnlyWhatIsGranted) {
  const SharedAccess none = access_of({}, {});
  for (const char* file : {"/models/a.csv", "a.csv", "/a.csv", "/dev/null"}) {
    EXPECT_FALSE(none->may_read(file)) << file;
    EXPECT_FALSE(none->may_write(file)) << file;
  }
  EXPECT_TRUE(access_of({}, {false, false, {"/data"}, {}})->may_read("/data/a.csv"));
}

TEST(AccessGrants, TrustIsEverything) {
  const SharedAccess access = access_of({}, {true, false, {}, {}});
  EXPECT_TRUE(access->may_read("/etc/passwd"));
  EXPECT_TRUE(access->may_replace("/models/a.flx"));
  EXPECT_TRUE(access->may_exchange("/dev/ttyUSB0"));
}

// Nothing but what is asked for.
TEST(AccessGrants, EachKindAllowsItselfOnly) {
  for (const AccessKind kind :
       {AccessKind::Read, AccessKind::Write, AccessKind::Replace, AccessKind::Exchange}) {
    FileAccess access("/models");
    allow(access, kind, "/data/a");
    EXPECT_EQ(access.may_read("/data/a"), kind == AccessKind::Read);
    EXPECT_EQ(access.may_write("/data/a"), kind == AccessKind::Write);
    EXPECT_EQ(access.may_replace("/data/a"), kind == AccessKind::Replace);
    EXPECT_EQ(access.may_exchange("/data/a"), kind == AccessKind::Exchange);
  }
}

}  // namespace sim
