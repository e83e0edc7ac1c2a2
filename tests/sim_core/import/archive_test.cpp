#include "sim_core/import/archive.h"

#include <gtest/gtest.h>

#include "tests/support/zip_bytes.h"

namespace sim::importing {

static std::string refusal(const std::string& bytes) {
  const auto archive = Archive::open("model.slx", bytes);
  return archive ? std::string() : to_text(archive.error());
}

TEST(Archive, ReadsItsParts) {
  const std::string bytes = zip_bytes({{"a.xml", "<a/>"}, {"folder/b.xml", "<b/>"}});
  const auto archive = Archive::open("model.slx", bytes);
  ASSERT_TRUE(archive) << to_text(archive.error());
  EXPECT_EQ(archive->names(), (std::vector<std::string>{"a.xml", "folder/b.xml"}));
  ASSERT_TRUE(archive->read("folder/b.xml"));
  EXPECT_EQ(*archive->read("folder/b.xml"), "<b/>");
  EXPECT_EQ(to_text(archive->read("c.xml").error()), "model.slx: c.xml: the archive has no such part");
}

TEST(Archive, RefusesNamesThatLeadOut) {
  for (const char* name : {"../evil.xml", "a/../../evil.xml", "/etc/passwd", "C:\\evil.xml", "a/.."})
    EXPECT_NE(refusal(zip_bytes({{name, "x"}})).find("which leads out of it"), std::string::npos) << name;
  EXPECT_EQ(refusal(zip_bytes({{"a/..b/c..xml", "x"}})), "");
}

TEST(Archive, RefusesSizesBeforeMemoryIsTaken) {
  const std::string bytes = zip_bytes({{"bomb.xml", "x", 0x7FFFFFFFu}});
  const auto archive = Archive::open("model.slx", bytes);
  if (!archive) return;  // the sizes do not fit, which may be seen at once
  const auto part = archive->read("bomb.xml");
  ASSERT_FALSE(part);
  EXPECT_NE(part.error().message.find("larger than any model's"), std::string::npos) << part.error().message;
}

TEST(Archive, RefusesWhatIsCutOrDamaged) {
  const std::string whole = zip_bytes({{"a.xml", "<a>some text</a>"}, {"b.xml", "<b/>"}});
  for (std::size_t length = 0; length < whole.size(); ++length) {
    const std::string cut = whole.substr(0, length);
    EXPECT_NE(refusal(cut).find("damaged or cut short"), std::string::npos) << length;
  }
  std::string damaged = whole;
  damaged[damaged.find("some")] ^= 1;
  const auto archive = Archive::open("model.slx", damaged);
  ASSERT_TRUE(archive);
  EXPECT_FALSE(archive->read("a.xml"));
}

TEST(Archive, RefusesTwoPartsOfOneName) {
  EXPECT_NE(refusal(zip_bytes({{"a.xml", "1"}, {"a.xml", "2"}})), "");
}

}  // namespace sim::importing
