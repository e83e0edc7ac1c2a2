#pragma once
// Streams of Java's object serialization for tests: a ScilabList of ScilabString and ScilabDouble, as Xcos
// writes it.
#include <bit>
#include <cstdint>
#include <string>
#include <vector>

namespace sim::importing::xcos {

struct JavaBytes {
  std::string bytes = std::string("\xac\xed\x00\x05", 4);

  void number(std::uint64_t value, int count) {
    for (int k = count - 1; k >= 0; --k) bytes += static_cast<char>(value >> (8 * k) & 0xff);
  }
  void text(const std::string& t) {
    number(t.size(), 2);
    bytes += t;
  }
  // Each time a new description; flags: what the class says of how its objects are written.
  void class_description(const std::string& name, int flags) {
    bytes += '\x72';
    text(name);
    number(1, 8);
    number(static_cast<std::uint64_t>(flags), 1);
    number(0, 2);
    bytes += "\x78\x70";
  }
  void block(std::uint64_t value, int count) {
    bytes += '\x77';
    number(static_cast<std::uint64_t>(count), 1);
    number(value, count);
  }
  void begin_list(int count) {
    bytes += '\x73';
    class_description("org.scilab.modules.types.ScilabList", 0x0c);
    block(static_cast<std::uint64_t>(count), 8);
  }
  void end_list() { bytes += "\x70\x78"; }
  void end_value() {
    bytes += '\x70';
    block(0, 1);
    bytes += '\x78';
  }
  void begin_array(const std::string& name, std::size_t count) {
    bytes += '\x75';
    class_description(name, 2);
    number(count, 4);
  }
  void texts(const std::vector<std::vector<std::string>>& rows) {
    bytes += '\x73';
    class_description("org.scilab.modules.types.ScilabString", 0x0c);
    block(0, 4);
    begin_array("[[Ljava.lang.String;", rows.size());
    for (const auto& row : rows) {
      begin_array("[Ljava.lang.String;", row.size());
      for (const std::string& t : row) bytes += '\x74', text(t);
    }
    end_value();
  }
  void point(double x, double y) {
    bytes += '\x73';
    bytes += '\x72';
    text("com.mxgraph.util.mxPoint");
    number(1, 8);
    number(2, 1);  // fields alone
    number(2, 2);
    for (const char* name : {"x", "y"}) bytes += 'D', text(name);
    bytes += "\x78\x70";
    for (const double v : {x, y}) number(std::bit_cast<std::uint64_t>(v), 8);
  }
  void numbers(const std::vector<std::vector<double>>& rows) {
    bytes += '\x73';
    class_description("org.scilab.modules.types.ScilabDouble", 0x0c);
    block(0, 4);
    begin_array("[[D", rows.size());
    for (const auto& row : rows) {
      begin_array("[D", row.size());
      for (const double v : row) number(std::bit_cast<std::uint64_t>(v), 8);
    }
    begin_array("[[D", 0);
    end_value();
  }
};

}  // namespace sim::importing::xcos
