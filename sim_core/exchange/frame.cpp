#include "sim_core/exchange/frame.h"

#include <zlib.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <string_view>

namespace sim {

static constexpr std::string_view mark = "FLX1";
static constexpr std::size_t header = 24;

static void put(Bytes& bytes, std::uint64_t value, int count) {
  for (int k = 0; k < count; ++k) bytes.push_back(static_cast<unsigned char>(value >> (8 * k) & 0xFFU));
}

static std::uint64_t get(std::span<const unsigned char> from, int count) {
  std::uint64_t value = 0;
  for (int k = 0; k < count; ++k)
    value |= static_cast<std::uint64_t>(from[static_cast<std::size_t>(k)]) << (8 * k);
  return value;
}

static bool begins_with_mark(std::span<const unsigned char> bytes) {
  return bytes.size() >= mark.size() && std::equal(mark.begin(), mark.end(), bytes.begin());
}

Bytes frame_bytes(const SignalFrame& frame) {
  Bytes bytes(mark.begin(), mark.end());
  bytes.reserve(header + 8 * frame.values.size());
  put(bytes, frame.number, 4);
  put(bytes, std::bit_cast<std::uint64_t>(frame.time), 8);
  put(bytes, frame.values.size(), 4);
  put(bytes, 0, 4);
  for (const double v : frame.values) put(bytes, std::bit_cast<std::uint64_t>(v), 8);
  return bytes;
}

std::optional<SignalFrame> read_frame(std::span<const unsigned char> bytes, std::size_t count) {
  if (bytes.size() != header + 8 * count || !begins_with_mark(bytes)) return std::nullopt;
  if (get(bytes.subspan(16), 4) != count || get(bytes.subspan(20), 4) != 0) return std::nullopt;
  SignalFrame frame;
  frame.number = static_cast<std::uint32_t>(get(bytes.subspan(4), 4));
  frame.time = std::bit_cast<double>(get(bytes.subspan(8), 8));
  for (std::size_t k = 0; k < count; ++k)
    frame.values.push_back(std::bit_cast<double>(get(bytes.subspan(header + 8 * k), 8)));
  const auto finite = [](double v) { return std::isfinite(v); };
  if (!std::all_of(frame.values.begin(), frame.values.end(), finite)) return std::nullopt;
  return frame;
}

bool is_newer(std::uint32_t number, std::uint32_t last) { return number - last - 1U < 0x80000000U; }

const SignalFrame* FrameReader::take(std::span<const unsigned char> bytes) {
  auto frame = read_frame(bytes, count_);
  if (!frame || (last_ && !is_newer(frame->number, last_->number))) {
    drop();
    return nullptr;
  }
  ++taken_;
  last_ = std::move(frame);
  return &*last_;
}

static std::uint64_t crc_of(std::span<const unsigned char> bytes) {
  return crc32(0, bytes.data(), static_cast<uInt>(bytes.size()));
}

Bytes checked_frame(Bytes frame) {
  put(frame, crc_of(frame), 4);
  return frame;
}

FrameScanner::FrameScanner(std::size_t count) : whole_(header + 8 * count + check_size) {}

FrameScanner::Found FrameScanner::look_at(std::span<const unsigned char> piece) const {
  if (!begins_with_mark(piece)) return Found::Nothing;
  const auto frame = piece.first(whole_ - check_size);
  return get(piece.last(check_size), check_size) == crc_of(frame) ? Found::Frame : Found::Damaged;
}

}  // namespace sim
