#pragma once
// Frames of numbers that two programs exchange while they run; the same as those of generated programs
// (docs/code-generation.md, In real time). All numbers are little-endian:
//
//   byte 0  "FLX1"   4  uint32: number of the frame, from 0   8  double: time of the sender in s
//       16  uint32: count   20  uint32: 0   24  `count` doubles
//
// On a serial line, which has no datagrams, the CRC-32 of all these bytes follows (ISO 3309, as in zlib).
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace sim {

using Bytes = std::vector<unsigned char>;

// What fits into one datagram.
inline constexpr std::size_t most_frame_numbers = 8000;

struct SignalFrame {
  std::uint32_t number = 0;
  double time = 0;  // s
  std::vector<double> values;
};

Bytes frame_bytes(const SignalFrame& frame);
// None: no frame, one of another count, or one with a number that is not finite.
std::optional<SignalFrame> read_frame(std::span<const unsigned char> bytes, std::size_t count);
// Whether a frame comes behind this one: numbers start again behind the largest.
bool is_newer(std::uint32_t number, std::uint32_t last);

// The frames of one reader, in order: those that are older than one before, and those that are none, are
// counted and dropped.
class FrameReader {
 public:
  explicit FrameReader(std::size_t count) : count_(count) {}

  // Null: dropped. What it gives holds until the next call.
  const SignalFrame* take(std::span<const unsigned char> bytes);
  std::uint64_t taken() const { return taken_; }
  std::uint64_t dropped() const { return dropped_; }
  void drop() { ++dropped_; }

 private:
  std::size_t count_;
  std::optional<SignalFrame> last_;
  std::uint64_t taken_ = 0, dropped_ = 0;
};

// A frame with its check, as it goes over a serial line.
Bytes checked_frame(Bytes frame);

// Finds frames of `count` numbers in what comes in on a line. What stands between frames is skipped; where a
// frame is damaged, the next is looked for behind its first byte.
class FrameScanner {
 public:
  explicit FrameScanner(std::size_t count);

  // Calls `take` with each frame, without its check, and `damaged` for each that does not pass it.
  template <class Take, class Damaged>
  void feed(std::span<const unsigned char> bytes, const Take& take, const Damaged& damaged) {
    waiting_.insert(waiting_.end(), bytes.begin(), bytes.end());
    std::size_t at = 0;
    while (waiting_.size() - at >= whole_) {
      const std::span<const unsigned char> piece(waiting_.data() + at, whole_);
      const Found found = look_at(piece);
      if (found == Found::Frame) take(piece.first(whole_ - check_size));
      if (found == Found::Damaged) damaged();
      at += found == Found::Frame ? whole_ : 1;
    }
    waiting_.erase(waiting_.begin(), waiting_.begin() + static_cast<std::ptrdiff_t>(at));
  }

 private:
  static constexpr std::size_t check_size = 4;
  enum class Found { Nothing, Frame, Damaged };
  Found look_at(std::span<const unsigned char> piece) const;

  std::size_t whole_;  // bytes of a frame with its check
  Bytes waiting_;
};

}  // namespace sim
