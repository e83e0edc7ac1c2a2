#include "sim_core/run_archive/run_file.h"

#include <zlib.h>

#include <array>
#include <bit>
#include <charconv>
#include <optional>

#include "sim_core/base/attempt.h"
#include "sim_core/base/file_handle.h"
#include "sim_core/model_run/output_file.h"
#include "sim_core/run_archive/run_json.h"

namespace sim {

namespace {

static_assert(std::endian::native == std::endian::little, "columns are written as they are in memory");

constexpr std::string_view magic = "FLUXION-RUN ";
constexpr char oldest = '1', newest = '2';  // versions
constexpr std::uint64_t max_header_bytes = std::uint64_t{64} << 20,
                        max_details_bytes = std::uint64_t{512} << 20;
constexpr std::size_t batch = 1 << 16;  // rows
constexpr std::size_t first_line_bytes = 100;

const std::string make_again = "the run has to be made again";
const std::string reading = "read the run";

Diagnostic damaged(const std::string& path, const std::string& what) {
  return error(path, "the file of a run is damaged: " + what, make_again);
}

std::uint32_t checksum(std::uint32_t before, const void* data, std::size_t bytes) {
  const auto* from = static_cast<const Bytef*>(data);
  while (bytes > 0) {
    const auto piece = static_cast<uInt>(std::min<std::size_t>(bytes, 1U << 30));
    before = static_cast<std::uint32_t>(::crc32(before, from, piece));
    from += piece;
    bytes -= piece;
  }
  return before;
}
std::uint32_t checksum(std::string_view text) { return checksum(0, text.data(), text.size()); }

// What the first line says, and what follows from it.
struct Layout {
  char version = newest;
  std::uint64_t header_bytes = 0, details_bytes = 0;
  std::uint32_t header_checksum = 0, details_checksum = 0;
  std::uint64_t line_bytes = 0;
  std::uint64_t header_at() const { return line_bytes; }
  std::uint64_t details_at() const { return line_bytes + header_bytes; }
  std::uint64_t parts_end() const { return details_at() + details_bytes; }
  std::uint64_t columns_at() const { return (parts_end() + 7) / 8 * 8; }
};

std::string first_line(const Layout& layout) {
  return std::string(magic) + layout.version + ' ' + std::to_string(layout.header_bytes) + ' ' +
         std::to_string(layout.header_checksum) + ' ' + std::to_string(layout.details_bytes) + ' ' +
         std::to_string(layout.details_checksum) + '\n';
}

Result<Layout> read_first_line(const std::string& path, std::string_view text) {
  if (!text.starts_with(magic))
    return error(path, "this is not the file of a run", "choose a file whose name ends in .flxrun");
  const auto end = text.find('\n');
  if (end == std::string_view::npos) return damaged(path, "its first line is cut off");
  Layout layout;
  layout.line_bytes = end + 1;
  std::string_view rest = text.substr(magic.size(), end - magic.size());
  if (rest.size() < 2 || rest[0] < oldest || rest[0] > newest || rest[1] != ' ')
    return error(path, "this file of a run is of another version", "open it with a newer program");
  layout.version = rest[0];
  rest.remove_prefix(1);
  std::array<std::uint64_t, 4> numbers{};
  for (std::uint64_t& n : numbers) {
    if (rest.empty() || rest[0] != ' ') return damaged(path, "its first line is not as it should be");
    const auto [stop, failed] = std::from_chars(rest.data() + 1, rest.data() + rest.size(), n);
    if (failed != std::errc{}) return damaged(path, "its first line is not as it should be");
    rest.remove_prefix(static_cast<std::size_t>(stop - rest.data()));
  }
  layout.header_bytes = numbers[0];
  layout.header_checksum = static_cast<std::uint32_t>(numbers[1]);
  layout.details_bytes = numbers[2];
  layout.details_checksum = static_cast<std::uint32_t>(numbers[3]);
  if (first_line(layout) != text.substr(0, end + 1) || layout.header_bytes > max_header_bytes ||
      layout.details_bytes > max_details_bytes)
    return damaged(path, "its first line is not as it should be");
  return layout;
}

// An open file of a run, whose lengths have been checked.
class RunReader {
 public:
  static Result<std::unique_ptr<RunReader>> open(const std::string& path) {
    std::unique_ptr<RunReader> reader(new RunReader(path));
    struct stat found {};
    if (!reader->file_.is_open() || ::fstat(*reader->file_, &found) != 0 || !S_ISREG(found.st_mode))
      return error(path, "the file of a run cannot be read", "check that it is there and may be read");
    const auto size = static_cast<std::uint64_t>(found.st_size);
    std::string line(std::min<std::uint64_t>(size, first_line_bytes), '\0');
    if (!reader->read_at(0, line.data(), line.size())) return damaged(path, "it cannot be read");
    auto layout = read_first_line(path, line);
    if (!layout) return layout.errors();
    reader->layout_ = *layout;
    if (layout->columns_at() > size) return damaged(path, "it is cut off");
    const auto text = reader->part(layout->header_at(), layout->header_bytes, layout->header_checksum);
    if (!text) return damaged(path, "its header has changed");
    auto header = read_run_header(*text);
    if (!header) return error(path, header.error().message, header.error().remedy);
    reader->header_ = *std::move(header);
    const std::uint64_t room = (size - layout->columns_at()) / sizeof(double);
    const std::uint64_t columns = reader->header_.checksums.size(), rows = reader->header_.summary.rows;
    if (rows > room / columns || layout->columns_at() + rows * columns * sizeof(double) != size)
      return damaged(path, "its length is not what its header says");
    return reader;
  }

  const RunHeader& header() const { return header_; }
  const std::string& path() const { return path_; }

  Result<RunDetails> details() const {
    const auto text = part(layout_.details_at(), layout_.details_bytes, layout_.details_checksum);
    if (!text) return damaged(path_, "its details have changed");
    auto details = read_run_details(*text);
    if (!details) return error(path_, details.error().message, details.error().remedy);
    return details;
  }

  // Rows of a column, 0 being the time.
  bool column(std::size_t column, std::uint64_t first, std::span<double> out) const {
    const std::uint64_t at = layout_.columns_at() + (column * header_.summary.rows + first) * sizeof(double);
    return read_at(at, out.data(), out.size_bytes());
  }

 private:
  explicit RunReader(const std::string& path) : path_(path), file_(path, O_RDONLY | O_NONBLOCK) {}

  bool read_at(std::uint64_t offset, void* into, std::size_t bytes) const {
    auto* to = static_cast<char*>(into);
    while (bytes > 0) {
      const ssize_t got = ::pread(*file_, to, bytes, static_cast<off_t>(offset));
      if (got < 0 && errno == EINTR) continue;
      if (got <= 0) return false;
      to += got;
      offset += static_cast<std::uint64_t>(got);
      bytes -= static_cast<std::size_t>(got);
    }
    return true;
  }
  std::optional<std::string> part(std::uint64_t offset, std::uint64_t bytes, std::uint32_t expected) const {
    std::string text(bytes, '\0');
    if (!read_at(offset, text.data(), text.size()) || checksum(text) != expected) return std::nullopt;
    return text;
  }

  std::string path_;
  FileHandle file_;
  Layout layout_;
  RunHeader header_;
};

// Calls `take` with piece after piece of a column, 0 being the time, of a record in memory or of its file.
template <class Take>
bool for_pieces(const RunRecord& record, const RunReader* reader, std::size_t column, Take take) {
  std::vector<double> values(std::min<std::uint64_t>(batch, record.summary.rows));
  for (std::uint64_t row = 0; row < record.summary.rows;) {
    const std::span piece(values.data(), std::min<std::uint64_t>(values.size(), record.summary.rows - row));
    if (reader != nullptr) {
      if (!reader->column(column, row, piece)) return false;
    } else if (column == 0) {
      record.log->copy_times(row, piece);
    } else {
      record.log->copy_values(static_cast<int>(column) - 1, row, piece);
    }
    take(piece);
    row += piece.size();
  }
  return true;
}

Diagnostic too_large(const std::string& path) {
  return error(path, "there is not enough memory for the rows of this run",
               "look at fewer signals at a time");
}

Result<std::shared_ptr<const SignalLog>> read_columns(const RunReader& reader, int first, int count) {
  const RunSummary& summary = reader.header().summary;
  std::vector<std::string> names(static_cast<std::size_t>(count));
  for (const RunSignal& signal : summary.recorded)
    for (int k = 0; k < signal.count(); ++k)
      if (const int at = signal.first + k - first; at >= 0 && at < count)
        names[static_cast<std::size_t>(at)] = signal.elements[static_cast<std::size_t>(k)];
  auto log = std::make_shared<SignalLog>(names);
  const std::size_t wanted = names.size() + 1;
  std::vector<std::uint32_t> sums(wanted, 0);
  const auto source = [&](std::size_t k) { return k == 0 ? 0 : static_cast<std::size_t>(first) + k; };
  const std::size_t most = std::max<std::size_t>(1, batch * 16 / wanted);  // rows at a time
  std::vector<double> values(wanted * std::min<std::uint64_t>(most, summary.rows)), row(names.size());
  for (std::uint64_t done = 0; done < summary.rows;) {
    const std::size_t rows = std::min<std::uint64_t>(most, summary.rows - done);
    for (std::size_t k = 0; k < wanted; ++k) {
      const std::span piece(values.data() + k * rows, rows);
      if (!reader.column(source(k), done, piece)) return damaged(reader.path(), "it cannot be read");
      sums[k] = checksum(sums[k], piece.data(), piece.size_bytes());
    }
    for (std::size_t r = 0; r < rows; ++r) {
      for (std::size_t k = 1; k < wanted; ++k) row[k - 1] = values[k * rows + r];
      if (!log->append(values[r], row)) return too_large(reader.path());
    }
    done += rows;
  }
  for (std::size_t k = 0; k < wanted; ++k)
    if (sums[k] != reader.header().checksums[source(k)])
      return damaged(reader.path(), "its numbers have changed");
  return std::shared_ptr<const SignalLog>(std::move(log));
}

}  // namespace

Diagnostics write_run(const std::string& path, const RunRecord& record) {
  std::unique_ptr<RunReader> reader;
  if (!record.details || !record.log) {
    auto opened = RunReader::open(record.file);
    if (!opened) return opened.errors();
    reader = *std::move(opened);
  }
  const RunReader* source = record.log ? nullptr : reader.get();
  RunHeader header{record.summary, {}};
  const auto columns = static_cast<std::size_t>(record.summary.column_count()) + 1;
  for (std::size_t column = 0; column < columns; ++column) {
    std::uint32_t sum = 0;
    if (source != nullptr) {
      sum = source->header().checksums[column];
    } else {
      for_pieces(record, source, column,
                 [&](std::span<double> piece) { sum = checksum(sum, piece.data(), piece.size_bytes()); });
    }
    header.checksums.push_back(sum);
  }
  const auto details = run_details(record);
  if (!details) return details.errors();
  const std::string first = write_run_header(header), second = write_run_details(**details);
  Layout layout{newest, first.size(), second.size(), checksum(first), checksum(second), 0};
  const std::string line = first_line(layout);
  layout.line_bytes = line.size();
  OutputFile file(path);
  if (!file.problems().empty()) return file.problems();
  file.write(line);
  file.write(first);
  file.write(second);
  file.write(std::string(layout.columns_at() - layout.parts_end(), '\0'));
  for (std::size_t column = 0; column < columns; ++column)
    if (!for_pieces(record, source, column, [&](std::span<double> piece) {
          file.write({reinterpret_cast<const char*>(piece.data()), piece.size_bytes()});
        }))
      return {damaged(record.file, "it cannot be read")};
  return file.commit();
}

Result<RunRecord> read_run(const std::string& path) {
  return attempt(reading, path, [&]() -> Result<RunRecord> {
    auto reader = RunReader::open(path);
    if (!reader) return reader.errors();
    return RunRecord{(*reader)->header().summary, nullptr, nullptr, path};
  });
}

Result<std::shared_ptr<const RunDetails>> run_details(const RunRecord& record) {
  if (record.details) return record.details;
  return attempt(reading, record.file, [&]() -> Result<std::shared_ptr<const RunDetails>> {
    auto reader = RunReader::open(record.file);
    if (!reader) return reader.errors();
    auto details = (*reader)->details();
    if (!details) return details.errors();
    return std::shared_ptr<const RunDetails>(std::make_shared<RunDetails>(*std::move(details)));
  });
}

Result<RunColumns> run_columns(const RunRecord& record, int first, int count) {
  if (record.log) return RunColumns{record.log, first};
  return attempt(reading, record.file, [&]() -> Result<RunColumns> {
    auto reader = RunReader::open(record.file);
    if (!reader) return reader.errors();
    if (first < 0 || count < 0 || first + count > (*reader)->header().summary.column_count())
      return damaged(record.file, "another run has taken its place");
    auto log = read_columns(**reader, first, count);
    if (!log) return log.errors();
    return RunColumns{*std::move(log), 0};
  });
}

Result<RunColumns> run_columns(const RunRecord& record, const RunSignal& signal) {
  return run_columns(record, signal.first, signal.count());
}

Result<std::shared_ptr<const SignalLog>> run_log(const RunRecord& record) {
  auto columns = run_columns(record, 0, record.summary.column_count());
  if (!columns) return columns.errors();
  return columns->log;
}

}  // namespace sim
