// Where the rows of runs are: in files of ours, in files that are opened, in memory.
#include "editor/run_archive/run_library.h"

#include "editor/window_settings.h"
#include "sim_core/run_archive/mat_import.h"

namespace fluxion {

static constexpr quint64 defaultLimit = quint64{2} << 30;

void RunLibrary::open(const QString& path, const sim::TableOptions& options,
                      std::function<void(sim::RunRecord&)> adapt, std::function<void(const Run&)> done) {
  using Opened = sim::Result<sim::RunRecord>;
  later<Opened>(
      [path = path.toStdString(), options]() -> Opened {
        if (!path.ends_with(sim::run_file_ending)) return sim::import_table(path, options);
        auto run = sim::read_run(path);
        if (!run) return run;
        // All of it: the file may go, and ours is another one.
        auto log = sim::run_log(*run);
        if (!log) return log.errors();
        auto details = sim::run_details(*run);
        if (!details) return details.errors();
        run->log = *std::move(log);
        run->details = *std::move(details);
        run->file.clear();
        run->summary.id = sim::new_run_id();
        return run;
      },
      [this, adapt = std::move(adapt), done = std::move(done)](const Opened& opened) {
        if (!opened) return emit failed(QString::fromStdString(to_text(opened.error())));
        sim::RunRecord record = *opened;
        if (adapt) adapt(record);
        const Run run = add(std::move(record));
        if (done) done(run);
      });
}

bool RunLibrary::isKeeping() const {
  return WindowSettings().value(QStringLiteral("runs/keep"), true).toBool();
}

void RunLibrary::setKeeping(bool on) {
  WindowSettings().setValue(QStringLiteral("runs/keep"), on);
  emit changed();
}

quint64 RunLibrary::limit() const {
  return WindowSettings().value(QStringLiteral("runs/limit"), defaultLimit).toULongLong();
}

void RunLibrary::setLimit(quint64 bytes) {
  WindowSettings().setValue(QStringLiteral("runs/limit"), bytes);
  later<Written>(
      [store = m_store, bytes] {
        Written written;
        written.gone = store.make_room(bytes);
        written.bytesUsed = store.bytes_used();
        return written;
      },
      [this](const Written& written) {
        m_bytesUsed = written.bytesUsed;
        forgetFiles(written.gone);
        emit changed();
      });
}

Run RunLibrary::withRows(const Run& run) const {
  const auto rows = m_rows.find(run->summary.id);
  const auto log = run->log || rows == m_rows.end() ? nullptr : rows->second.lock();
  if (!log) return run;
  auto full = std::make_shared<sim::RunRecord>(*run);
  full->log = log;
  return full;
}

void RunLibrary::rows(const Run& run, std::function<void(const Rows&)> done) {
  const Run full = withRows(run);
  if (full->log) return done(full->log);
  later<Rows>([full] { return sim::run_log(*full); },
              [this, id = run->summary.id, done = std::move(done)](const Rows& rows) {
                if (rows) m_rows[id] = *rows;
                done(rows);
              });
}

void RunLibrary::columns(const Run& run, int signal, std::function<void(const Columns&)> done) {
  const sim::RunSignal wanted = run->summary.recorded[static_cast<std::size_t>(signal)];
  const Run full = withRows(run);
  if (full->log) return done(sim::run_columns(*full, wanted));
  later<Columns>([full, wanted] { return sim::run_columns(*full, wanted); }, std::move(done));
}

}  // namespace fluxion
