#include "sim_core/model_run/signal_links.h"

#include <map>
#include <optional>
#include <set>
#include <utility>

#include "sim_core/exchange/link.h"
#include "sim_core/model_run/block_values.h"
#include "sim_core/simulate/model_equations.h"

namespace sim {

using Medium = SignalLink::Medium;

namespace {

struct LinkType {
  std::string_view block_type;
  Medium medium;
  bool receives;
  const char *address, *number;  // parameters
};
constexpr LinkType link_types[] = {
    {"exchange/udp_in", Medium::Udp, true, "LocalAddress", "LocalPort"},
    {"exchange/udp_out", Medium::Udp, false, "RemoteAddress", "RemotePort"},
    {"exchange/serial_in", Medium::Serial, true, "Device", "BaudRate"},
    {"exchange/serial_out", Medium::Serial, false, "Device", "BaudRate"},
};

const LinkType* find_link_type(std::string_view block_type) {
  for (const LinkType& type : link_types)
    if (type.block_type == block_type) return &type;
  return nullptr;
}

SignalLink link_of(const LinkType& type, const BlockValues& values) {
  SignalLink link;
  link.medium = type.medium, link.receives = type.receives;
  link.address = values[type.address].text;
  link.number = static_cast<int>(values.count(type.number));
  return link;
}

// Slots of a block come in the order in which its equations ask for them. False: the block was left out.
bool find_slots(SignalLink& link, const Program& program) {
  std::vector<const DiscreteInfo*> slots;
  for (const DiscreteInfo& info : program.discrete)
    if (info.block == link.block) slots.push_back(&info);
  if (slots.empty()) return false;
  link.first = slots[0]->first;
  link.count = slots[0]->shape.size();
  link.counter = slots[1]->first;
  return true;
}

}  // namespace

std::string SignalLink::place() const {
  return medium == Medium::Serial ? address : "udp " + address + ":" + std::to_string(number);
}

bool exchanges_signals(std::string_view block_type) { return find_link_type(block_type) != nullptr; }

std::string link_place(const Diagram& diagram, const BlockLibrary& library, const Block& block) {
  const LinkType* type = find_link_type(block.type);
  return type ? link_of(*type, BlockValues(diagram, library, block)).place() : std::string();
}

Result<SignalLinks> find_signal_links(const Diagram& diagram, const BlockLibrary& library,
                                      const Program& program) {
  SignalLinks found;
  found.access = diagram.access;
  Diagnostics problems;
  std::set<std::string> received;
  std::map<std::string, int> speeds;
  for (std::size_t k = 0; k < program.blocks.size(); ++k) {
    const BlockInfo& block = program.blocks[k];
    const LinkType* type = find_link_type(block.type);
    if (!type) continue;
    SignalLink link = link_of(*type, BlockValues(diagram, library, block));
    link.block = static_cast<int>(k);
    const std::string from =
        link.medium == Medium::Udp ? "port " + std::to_string(link.number) : link.address;
    if (link.receives && !received.insert(from).second)
      problems.push_back(error(block.path, "another block receives from " + from + " too",
                               "receive once, and lead the signal to where it is needed", block.id));
    if (link.medium == Medium::Serial &&
        speeds.emplace(link.address, link.number).first->second != link.number)
      problems.push_back(error(block.path, "another block uses " + link.address + " with another baud rate",
                               "give both the same", block.id));
    if (find_slots(link, program)) found.links.push_back(std::move(link));
  }
  if (!problems.empty()) return problems;
  return found;
}

namespace {

// A link while a run goes on.
struct OpenLink {
  SignalLink link;
  std::unique_ptr<FrameSource> source;  // one of the two
  FrameSink* sink = nullptr;
  FrameReader reader{0};
  double sent_before = 0;  // its counter at the beginning of this instant
  std::uint32_t next_number = 0;
  std::uint64_t not_sent = 0;
};

class Exchange final : public OpenLinks {
 public:
  explicit Exchange(const Program& program) : program_(program) {}

  // Nothing, or why it cannot be opened.
  std::optional<Diagnostic> open(const SignalLink& link) {
    OpenLink opened{link, nullptr, nullptr, FrameReader(static_cast<std::size_t>(link.count))};
    auto problem = link.medium == Medium::Udp ? open_udp(opened) : open_serial(opened);
    if (!problem) links_.push_back(std::move(opened));
    return problem;
  }

  void receive(ModelEquations& equations) override {
    for (OpenLink& open : links_) {
      const auto counter = static_cast<std::size_t>(open.link.counter);
      open.sent_before = equations.discrete()[counter];
      if (open.source) take_newest(open, equations);
    }
  }

  void send(double t, const ModelEquations& equations) override {
    for (OpenLink& open : links_) {
      const auto counter = static_cast<std::size_t>(open.link.counter);
      if (!open.sink || equations.discrete()[counter] == open.sent_before) continue;
      const auto first = equations.discrete().begin() + open.link.first;
      const SignalFrame frame{open.next_number++, t, std::vector<double>(first, first + open.link.count)};
      if (!open.sink->send(frame_bytes(frame))) ++open.not_sent;
    }
  }

  Diagnostics losses() const override {
    Diagnostics told;
    const auto note = [&](const OpenLink& open, std::string message, const char* remedy) {
      const BlockInfo& block = program_.blocks[static_cast<std::size_t>(open.link.block)];
      told.push_back({Severity::Note, block.path, std::move(message), remedy, block.id});
    };
    for (const OpenLink& open : links_) {
      if (open.source && open.reader.dropped() > 0)
        note(
            open,
            std::to_string(open.reader.dropped()) + " frames were dropped, " +
                std::to_string(open.reader.taken()) + " were taken",
            "frames must have the numbers that the block gives, all of them finite, and come in their order");
      else if (open.source && open.reader.taken() == 0)
        note(open, "no frame arrived", "check that the other program sends, and to where");
      if (open.not_sent > 0)
        note(open, std::to_string(open.not_sent) + " frames were not sent",
             "send less often, or fewer numbers");
    }
    return told;
  }

 private:
  std::optional<Diagnostic> open_udp(OpenLink& open) {
    if (open.link.receives) {
      auto source = listen_udp(open.link.address, open.link.number);
      if (!source) return source.error();
      open.source = *std::move(source);
    } else {
      auto sink = send_udp(open.link.address, open.link.number);
      if (!sink) return sink.error();
      open.sink = keep(*std::move(sink));
    }
    return std::nullopt;
  }

  std::optional<Diagnostic> open_serial(OpenLink& open) {
    SerialLine*& line = lines_[open.link.address];
    if (!line) {
      auto fresh = open_serial_line(open.link.address, open.link.number);
      if (!fresh) return fresh.error();
      line = fresh->get();
      keep(*std::move(fresh));
    }
    if (open.link.receives)
      open.source = line->source(static_cast<std::size_t>(open.link.count));
    else
      open.sink = line;
    return std::nullopt;
  }

  FrameSink* keep(std::unique_ptr<FrameSink> sink) {
    sinks_.push_back(std::move(sink));
    return sinks_.back().get();
  }

  static void take_newest(OpenLink& open, ModelEquations& equations) {
    const SignalFrame* newest = nullptr;
    const std::uint64_t before = open.reader.taken();
    open.source->receive(
        [&](std::span<const unsigned char> bytes) {
          if (const SignalFrame* frame = open.reader.take(bytes)) newest = frame;
        },
        [&] { open.reader.drop(); });
    if (!newest) return;
    for (std::size_t k = 0; k < newest->values.size(); ++k)
      equations.set_discrete(open.link.first + static_cast<int>(k), newest->values[k]);
    equations.set_discrete(open.link.counter,
                           open.sent_before + static_cast<double>(open.reader.taken() - before));
  }

  const Program& program_;
  std::vector<std::unique_ptr<FrameSink>> sinks_;
  std::map<std::string, SerialLine*> lines_;  // by device
  std::vector<OpenLink> links_;
};

}  // namespace

Result<std::unique_ptr<OpenLinks>> open_signal_links(const SignalLinks& links, const Program& program) {
  auto exchange = std::make_unique<Exchange>(program);
  Diagnostics problems;
  for (const SignalLink& link : links.links) {
    const BlockInfo& block = program.blocks[static_cast<std::size_t>(link.block)];
    if (links.access && !links.access->may_exchange(link.place())) {
      problems.push_back(error(block.path, "the model may not exchange signals with " + link.place(),
                               "allow it, or trust the model", block.id));
    } else if (auto problem = exchange->open(link)) {
      problem->path = block.path, problem->element = block.id;
      problems.push_back(*std::move(problem));
    }
  }
  if (!problems.empty()) return problems;
  return std::unique_ptr<OpenLinks>(std::move(exchange));
}

}  // namespace sim
