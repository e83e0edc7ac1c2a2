// docs/expressions.md: its examples are what it says, and functions of several results are all there.
#include <fstream>
#include <regex>
#include <sstream>

#include "sim_core/expr/functions.h"
#include "tests/sim_core/expr/support.h"

namespace sim::expr {

static std::string page() {
  std::ifstream file("docs/expressions.md");
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

TEST(Documentation, ExamplesGiveWhatItSays) {
  const std::string text = page();
  const std::regex example("`([^`\n]+)` = `([^`\n]+)` \\|");
  int count = 0;
  for (std::sregex_iterator at(text.begin(), text.end(), example), end; at != end; ++at, ++count)
    expect_close((*at)[1].str(), (*at)[2].str(), 1e-7);  // a double root is known to half of the digits
  EXPECT_GT(count, 40);
}

TEST(Documentation, NamesFunctionsOfSeveralResults) {
  const std::string text = page();
  for (const Function& function : functions())
    if (function.max_results > 1) {
      EXPECT_NE(text.find(std::string(function.name) + "("), std::string::npos) << function.name;
    }
}

}  // namespace sim::expr
