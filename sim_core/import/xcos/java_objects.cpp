#include "sim_core/import/xcos/java_objects.h"

#include <bit>
#include <optional>

#include "sim_core/import/limits.h"

namespace sim::importing::xcos {

namespace {

constexpr std::size_t max_values = 4'000'000;
constexpr int max_fields = 1000;

struct Broken {
  std::string message;
};

enum Tag : std::uint8_t {
  tag_null = 0x70,
  tag_reference,
  tag_class_description,
  tag_object,
  tag_string,
  tag_array,
  tag_class,
  tag_block,
  tag_end_block,
  tag_reset,
  tag_long_block,
  tag_exception,
  tag_long_string,
  tag_proxy_class,
  tag_enum
};
enum ClassFlag : std::uint8_t { writes_itself = 1, serializable = 2, externalizable = 4, in_blocks = 8 };

struct Field {
  char type = 'I';
};
struct ClassDescription {
  std::string name;
  std::uint8_t flags = 0;
  std::vector<Field> fields;
  int super = -1;
};

class StreamReader {
 public:
  explicit StreamReader(std::string_view bytes) : bytes_(bytes) {}

  JavaObjects read() {
    if (number<std::uint16_t>() != 0xaced) throw Broken{"it does not begin as one"};
    if (const int version = number<std::uint16_t>(); version != 5)
      throw Broken{"its version is " + std::to_string(version) + ", not 5"};
    while (at_ < bytes_.size()) {
      if (const auto value = content()) out_.contents.push_back(*value);
      if (out_.contents.size() > max_values) throw Broken{"it holds too many objects"};
    }
    return std::move(out_);
  }

 private:
  // What a handle stands for: a value, or a class.
  struct Handle {
    int value = -1, description = -1;
  };
  struct Deeper {
    explicit Deeper(int& depth) : depth(depth) {
      if (++depth > max_import_depth) throw Broken{"its objects are nested too deep"};
    }
    ~Deeper() { --depth; }
    int& depth;
  };

  void need(std::size_t count) const {
    if (count > bytes_.size() - at_) throw Broken{"it ends at byte " + std::to_string(bytes_.size())};
  }
  template <class T>
  T number() {
    need(sizeof(T));
    std::uint64_t bits = 0;
    for (std::size_t k = 0; k < sizeof(T); ++k) bits = bits << 8 | static_cast<std::uint8_t>(bytes_[at_++]);
    return static_cast<T>(bits);
  }
  std::string text(std::uint64_t length) {
    if (length > bytes_.size()) throw Broken{"a text is longer than the stream"};
    need(static_cast<std::size_t>(length));
    std::string out(bytes_.substr(at_, static_cast<std::size_t>(length)));
    at_ += static_cast<std::size_t>(length);
    return out;
  }
  std::string short_text() { return text(number<std::uint16_t>()); }

  int add(JavaValue value) {
    if (out_.values.size() >= max_values) throw Broken{"it holds too many objects"};
    out_.values.push_back(std::move(value));
    return static_cast<int>(out_.values.size()) - 1;
  }
  JavaValue& at(int value) { return out_.values[static_cast<std::size_t>(value)]; }
  const ClassDescription& described(int description) const {
    return descriptions_[static_cast<std::size_t>(description)];
  }

  Handle referred() {
    constexpr std::uint32_t first_handle = 0x7e0000;
    const std::uint32_t handle = number<std::uint32_t>();
    if (handle < first_handle || handle - first_handle >= handles_.size())
      throw Broken{"it refers to an object that is not there"};
    return handles_[handle - first_handle];
  }

  // A value of the stream; nothing where it is a class or a reset.
  std::optional<int> content() {
    const Deeper deeper(depth_);
    switch (const auto tag = number<std::uint8_t>()) {
      case tag_null:
        return -1;
      case tag_reference:
        return referred().value;
      case tag_object:
        return object();
      case tag_array:
        return array();
      case tag_string:
      case tag_long_string: {
        const int value = add({JavaValue::Kind::Text});
        handles_.push_back({value});
        std::string read = tag == tag_string ? short_text() : text(number<std::uint64_t>());
        at(value).text = std::move(read);
        return value;
      }
      case tag_enum: {
        class_description();
        const int value = add({JavaValue::Kind::Text});
        handles_.push_back({value});
        const auto name = content();
        if (name && *name >= 0) at(value).text = at(*name).text;
        return value;
      }
      case tag_block:
      case tag_long_block: {
        JavaValue block{JavaValue::Kind::Block};
        block.text = text(tag == tag_block ? number<std::uint8_t>() : number<std::uint32_t>());
        return add(std::move(block));
      }
      case tag_class:
        class_description();
        handles_.push_back({});
        return std::nullopt;
      case tag_class_description:
      case tag_proxy_class:
        --at_;
        class_description();
        return std::nullopt;
      case tag_reset:
        handles_.clear();
        return std::nullopt;
      default:
        throw Broken{"there is no object at byte " + std::to_string(at_ - 1)};
    }
  }

  // Where it is among descriptions_; -1: none.
  int class_description() {
    const Deeper deeper(depth_);
    switch (number<std::uint8_t>()) {
      case tag_null:
        return -1;
      case tag_reference: {
        const Handle handle = referred();
        if (handle.description < 0) throw Broken{"an object's class is none"};
        return handle.description;
      }
      case tag_class_description:
        return new_class();
      case tag_proxy_class: {
        const int index = add_class({});
        const auto interfaces = number<std::uint32_t>();
        for (std::uint32_t k = 0; k < interfaces; ++k) short_text();
        annotation(nullptr);
        const int super = class_description();
        descriptions_[static_cast<std::size_t>(index)].super = super;
        return index;
      }
      default:
        throw Broken{"there is no class at byte " + std::to_string(at_ - 1)};
    }
  }
  int add_class(ClassDescription description) {
    descriptions_.push_back(std::move(description));
    const int index = static_cast<int>(descriptions_.size()) - 1;
    handles_.push_back({-1, index});
    return index;
  }
  int new_class() {
    ClassDescription description;
    description.name = short_text();
    number<std::uint64_t>();  // the version of the class
    const int index = add_class(std::move(description));
    const auto flags = number<std::uint8_t>();
    const int count = number<std::uint16_t>();
    if (count > max_fields) throw Broken{"a class has too many fields"};
    std::vector<Field> fields;
    for (int k = 0; k < count; ++k) {
      const char type = static_cast<char>(number<std::uint8_t>());
      short_text();
      if (type == 'L' || type == '[') content();
      fields.push_back({type});
    }
    annotation(nullptr);
    const int super = class_description();
    if (super == index) throw Broken{"a class is its own base"};
    ClassDescription& made = descriptions_[static_cast<std::size_t>(index)];
    made.flags = flags, made.fields = std::move(fields), made.super = super;
    return index;
  }

  // Contents up to the end of a block.
  void annotation(std::vector<int>* items) {
    for (;;) {
      need(1);
      if (static_cast<std::uint8_t>(bytes_[at_]) == tag_end_block) {
        ++at_;
        return;
      }
      const auto value = content();
      if (value && items) items->push_back(*value);
    }
  }

  double primitive(char type) {
    switch (type) {
      case 'B':
        return number<std::int8_t>();
      case 'C':
        return number<std::uint16_t>();
      case 'D':
        return std::bit_cast<double>(number<std::uint64_t>());
      case 'F':
        return std::bit_cast<float>(number<std::uint32_t>());
      case 'I':
        return number<std::int32_t>();
      case 'J':
        return static_cast<double>(number<std::int64_t>());
      case 'S':
        return number<std::int16_t>();
      case 'Z':
        return number<std::uint8_t>() != 0;
      default:
        throw Broken{"a field has no type"};
    }
  }
  static std::size_t size_of(char type) {
    return type == 'D' || type == 'J'   ? 8
           : type == 'F' || type == 'I' ? 4
           : type == 'C' || type == 'S' ? 2
                                        : 1;
  }

  int object() {
    const int description = class_description();
    if (description < 0) throw Broken{"an object has no class"};
    const int value = add({JavaValue::Kind::Object});
    at(value).class_name = described(description).name;
    handles_.push_back({value});
    std::vector<int> chain;
    for (int c = description; c >= 0; c = described(c).super) {
      chain.push_back(c);
      if (chain.size() > 100) throw Broken{"a class has too many bases"};
    }
    std::vector<int> items;
    if (described(description).flags & externalizable) {
      if (!(described(description).flags & in_blocks)) throw Broken{"an object has no end"};
      annotation(&items);
    } else {
      for (auto c = chain.rbegin(); c != chain.rend(); ++c) class_data(*c, items);
    }
    at(value).items = std::move(items);
    return value;
  }
  void class_data(int description, std::vector<int>& items) {
    const std::vector<Field> fields = described(description).fields;
    for (const Field& field : fields) {
      if (field.type == 'L' || field.type == '[') {
        if (const auto value = content()) items.push_back(*value);
      } else {
        JavaValue one{JavaValue::Kind::Numbers};
        one.numbers.push_back(primitive(field.type));
        items.push_back(add(std::move(one)));
      }
    }
    if (described(description).flags & writes_itself) annotation(&items);
  }

  int array() {
    const int description = class_description();
    const std::string name = description < 0 ? std::string() : described(description).name;
    if (name.size() < 2 || name[0] != '[') throw Broken{"an array has no type"};
    const int value = add({JavaValue::Kind::Array});
    at(value).class_name = name;
    handles_.push_back({value});
    const auto count = number<std::uint32_t>();
    if (name[1] == 'L' || name[1] == '[') {
      need(count);  // each is at least a byte
      std::vector<int> items;
      for (std::uint32_t k = 0; k < count; ++k) items.push_back(content().value_or(-1));
      at(value).items = std::move(items);
      return value;
    }
    need(count * size_of(name[1]));
    std::vector<double> numbers;
    numbers.reserve(count);
    for (std::uint32_t k = 0; k < count; ++k) numbers.push_back(primitive(name[1]));
    at(value).kind = JavaValue::Kind::Numbers;
    at(value).numbers = std::move(numbers);
    return value;
  }

  std::string_view bytes_;
  std::size_t at_ = 0;
  int depth_ = 0;
  std::vector<Handle> handles_;
  std::vector<ClassDescription> descriptions_;
  JavaObjects out_;
};

}  // namespace

Result<JavaObjects> read_java_objects(std::string_view bytes) {
  try {
    return StreamReader(bytes).read();
  } catch (const Broken& broken) {
    return error({}, "the stream of objects cannot be read: " + broken.message);
  }
}

}  // namespace sim::importing::xcos
