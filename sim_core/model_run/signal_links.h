#pragma once
// The blocks UDP In, UDP Out, Serial In and Serial Out of a compiled model, and what they exchange while it
// runs (exchange/link.h). A model may come from anywhere: it exchanges signals only where its user has
// allowed the address or the device (base/file_access.h).
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "sim_core/base/file_access.h"
#include "sim_core/base/result.h"
#include "sim_core/block/block_library.h"
#include "sim_core/diagram/diagram.h"
#include "sim_core/program/program.h"
#include "sim_core/simulate/signal_exchange.h"

namespace sim {

struct SignalLink {
  enum class Medium { Udp, Serial } medium = Medium::Udp;
  bool receives = false;
  std::string address;  // or the device
  int number = 0;       // the port, or baud
  int block = 0;        // of the program
  // Its discrete slots: the numbers of a frame, and how many frames there were.
  int first = 0, count = 0, counter = 0;

  // As a user allows it: "udp 192.168.0.2:5000", or the device.
  std::string place() const;
};

struct SignalLinks {
  std::vector<SignalLink> links;
  SharedAccess access;  // of the model
};

// Whether blocks of this type exchange signals.
bool exchanges_signals(std::string_view block_type);

// Two blocks that receive on one port, or on one line, are errors at the second.
Result<SignalLinks> find_signal_links(const Diagram& diagram, const BlockLibrary& library,
                                      const Program& program);

// A run's exchange of signals: opens what its links need, and says at the end what was lost.
class OpenLinks : public SignalExchange {
 public:
  // At the blocks: dropped frames, and a model that waits for none.
  virtual Diagnostics losses() const = 0;
};
// `program` must outlive it. What cannot be opened, or is not allowed, is an error at its block.
Result<std::unique_ptr<OpenLinks>> open_signal_links(const SignalLinks& links, const Program& program);

// What a block of these types exchanges signals with, as SignalLink::place(); empty where its parameters do
// not say.
std::string link_place(const Diagram& diagram, const BlockLibrary& library, const Block& block);

}  // namespace sim
