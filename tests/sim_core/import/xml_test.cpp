#include "sim_core/import/xml.h"

#include <gtest/gtest.h>

namespace sim::importing {

static std::string xml_refusal(const std::string& text) {
  const auto document = parse_xml("model.slx: part.xml", text);
  return document ? std::string() : to_text(document.error());
}

TEST(Xml, RefusesDocumentTypesAndTheirEntities) {
  const std::string laughs =
      "<?xml version=\"1.0\"?>\n<!DOCTYPE a [<!ENTITY b \"bbbb\"><!ENTITY c SYSTEM "
      "\"file:///etc/passwd\">]>\n<a>&c;</a>";
  const std::string told = xml_refusal(laughs);
  EXPECT_NE(told.find("model.slx: part.xml: line 2"), std::string::npos) << told;
  EXPECT_NE(told.find("document type declarations"), std::string::npos) << told;
}

TEST(Xml, RefusesAMillionLevels) {
  std::string deep;
  for (int n = 0; n < 1'000'000; ++n) deep += "<a>";
  EXPECT_NE(xml_refusal(deep), "");
  for (int n = 0; n < 1'000'000; ++n) deep += "</a>";
  EXPECT_NE(xml_refusal(deep).find("nest deeper"), std::string::npos) << xml_refusal(deep).substr(0, 200);
}

TEST(Xml, NamesTheLineOfAnError) {
  EXPECT_NE(xml_refusal("<a>\n<b>\n</a>").find("line 3"), std::string::npos) << xml_refusal("<a>\n<b>\n</a>");
}

TEST(Xml, KeepsLineEndsInValues) {
  const auto document = parse_xml("x", "<a name=\"one&#xA;two\"><P> text\nmore </P></a>");
  ASSERT_TRUE(document);
  EXPECT_STREQ((*document)->child("a").attribute("name").value(), "one\ntwo");
  EXPECT_STREQ((*document)->child("a").child_value("P"), " text\nmore ");
}

}  // namespace sim::importing
