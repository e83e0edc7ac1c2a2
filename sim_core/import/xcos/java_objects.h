#pragma once
// The objects in a stream of Java's object serialization (version 5), as a tree of plain data. A .zcos file
// keeps the parameters of its blocks in one. Only the grammar of the stream is known here: no class is, and
// none is loaded.
//
// Java Object Serialization Specification, chapter 6, Oracle, 2005-2023.
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "sim_core/base/result.h"

namespace sim::importing::xcos {

struct JavaValue {
  enum class Kind {
    Null,
    Block,    // raw bytes that a class has written
    Text,     // a String, or the name of an enumeration's constant
    Numbers,  // an array of a primitive type
    Array,    // an array of objects
    Object    // items: what the class wrote, in order; fields of primitive types are Numbers of one element
  };
  Kind kind = Kind::Null;
  std::string class_name = {};  // of an object or an array: "[D", "org.scilab.modules.types.ScilabDouble"
  std::string text = {};        // of a Text; the bytes of a Block
  std::vector<double> numbers = {};
  std::vector<int> items = {};  // of an Array or Object: where they are in JavaObjects::values; -1: null
};

struct JavaObjects {
  std::vector<JavaValue> values;
  std::vector<int> contents;  // of the stream itself, in order
};

// Refuses streams that are cut, are no stream, refer to what is not there, or hold more than memory should.
// What an item refers to may contain the item: who walks them limits the depth.
Result<JavaObjects> read_java_objects(std::string_view bytes);

}  // namespace sim::importing::xcos
