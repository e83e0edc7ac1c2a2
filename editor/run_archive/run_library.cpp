#include "editor/run_archive/run_library.h"

#include <QFileInfo>
#include <QStandardPaths>
#include <QThreadPool>
#include <algorithm>

#include "editor/run_palette.h"

namespace fluxion {

static constexpr quint64 memoryLimit = quint64{1} << 30;

// One thread for all windows, so that what is asked for first is done first. At the end of the program it
// waits until everything is written.
void RunLibrary::post(std::function<void()> job) {
  static QThreadPool pool;
  pool.setMaxThreadCount(1);
  pool.start([job = std::move(job)] {
    try {
      job();
    } catch (const std::exception& failure) {
      qWarning("a job of the runs was not done: %s", failure.what());
    }
  });
}

QString RunLibrary::defaultFolder() {
  return QStandardPaths::writableLocation(QStandardPaths::AppDataLocation) + QStringLiteral("/runs");
}

RunLibrary::RunLibrary(const QString& folder, QObject* parent)
    : QObject(parent), m_store(folder.toStdString()), m_shared(std::make_shared<Shared>()) {
  m_shared->owner = this;
  static bool purged = false;  // what an earlier program has put aside
  if (!std::exchange(purged, true)) post([store = m_store] { store.purge(); });
}

RunLibrary::~RunLibrary() {
  std::lock_guard lock(m_shared->mutex);
  m_shared->owner = nullptr;
}

void RunLibrary::setModel(const QString& path) {
  m_path = path;
  m_runs.clear();
  m_rows.clear();
  m_removed.clear();
  m_made.clear();
  m_inScopes.clear();
  const int generation = ++m_generation;
  emit changed();
  if (path.isEmpty()) return;
  struct Found {
    sim::RunStore::Listing listing;
    quint64 bytes = 0;
  };
  later<Found>(
      [store = m_store, path = path.toStdString()] {
        return Found{store.list(path), store.bytes_used()};
      },
      [this, generation](const Found& found) {
        if (generation != m_generation) return;
        m_bytesUsed = found.bytes;
        // Runs that ended meanwhile are the youngest.
        std::vector<Run> all;
        for (const sim::RunRecord& run : found.listing.runs)
          if (place(run.summary.id) == m_runs.end()) all.push_back(std::make_shared<sim::RunRecord>(run));
        m_runs.insert(m_runs.begin(), all.begin(), all.end());
        emit changed();
        if (found.listing.problems.empty()) return;
        emit failed(tr("A run cannot be read and is skipped: %1")
                        .arg(QString::fromStdString(to_text(found.listing.problems.front()))));
      });
}

void RunLibrary::setPath(const QString& path) {
  const bool first = m_path.isEmpty();
  if (path == m_path) return;
  m_path = path;
  if (!first || path.isEmpty()) return;
  for (Run& run : m_runs) {
    if (!run->file.empty()) continue;
    auto moved = std::make_shared<sim::RunRecord>(*run);
    moved->summary.model_path = path.toStdString();
    moved->summary.model_name = QFileInfo(path).completeBaseName().toStdString();
    run = moved;
    write(run);
  }
  emit changed();
}

std::vector<Run>::iterator RunLibrary::place(const std::string& id) {
  return std::find_if(m_runs.begin(), m_runs.end(), [&](const Run& run) { return run->summary.id == id; });
}

Run RunLibrary::find(const QString& id) const {
  const auto it = std::find_if(m_runs.begin(), m_runs.end(),
                               [key = id.toStdString()](const Run& run) { return run->summary.id == key; });
  return it == m_runs.end() ? nullptr : *it;
}

QString RunLibrary::nextName() const {
  int last = 0;
  const QString stem = tr("Run %1").arg(QString());
  for (const Run& run : m_runs)
    if (const QString name = QString::fromStdString(run->summary.name); name.startsWith(stem)) {
      const QString rest = name.mid(stem.size());
      const auto end = std::find_if_not(rest.begin(), rest.end(), [](QChar c) { return c.isDigit(); });
      last = std::max(last, rest.first(end - rest.begin()).toInt());
    }
  return tr("Run %1").arg(last + 1);
}

// The one that has not been used for longest.
int RunLibrary::nextColor() const {
  for (auto run = m_runs.rbegin(); run != m_runs.rend(); ++run)
    if ((*run)->summary.color >= 0) return ((*run)->summary.color + 1) % runColorCount;
  return 0;
}

Run RunLibrary::add(sim::RunRecord record) {
  if (record.summary.name.empty()) record.summary.name = nextName().toStdString();
  if (record.summary.model_name.empty())
    record.summary.model_name = QFileInfo(m_path).completeBaseName().toStdString();
  record.summary.model_path = m_path.toStdString();
  if (record.summary.color < 0) record.summary.color = nextColor();
  m_made.insert(record.summary.id);
  Run run = std::make_shared<sim::RunRecord>(std::move(record));
  m_runs.push_back(run);
  write(run);
  boundMemory();
  const QString id = QString::fromStdString(run->summary.id);
  emit changed();
  emit added(id);
  return run;
}

// Runs that are in no file and will be in none: the oldest go when they are too much for the memory.
void RunLibrary::boundMemory() {
  quint64 used = 0;
  for (const Run& run : m_runs)
    if (run->file.empty() && !m_writing.contains(run->summary.id)) used += run->data_bytes();
  for (auto it = m_runs.begin(); used > memoryLimit && it != m_runs.end() && it + 1 != m_runs.end();) {
    const bool goes = (*it)->file.empty() && !(*it)->summary.pinned && !m_writing.contains((*it)->summary.id);
    if (goes) used -= (*it)->data_bytes();
    it = goes ? m_runs.erase(it) : it + 1;
  }
}

void RunLibrary::write(const Run& run) {
  if (m_path.isEmpty() || !isKeeping()) return;
  const std::string id = run->summary.id, file = m_store.file_of(run->summary);
  ++m_writing[id];
  later<Written>(
      [store = m_store, run, file, most = limit()] {
        Written written;
        // A run that was only just written has its rows in the file by now.
        sim::RunRecord record = *run;
        if (record.file.empty() && !record.log) record.file = file;
        written.problems = store.keep(record);
        if (written.problems.empty()) written.gone = store.make_room(most, file);
        written.bytesUsed = store.bytes_used();
        return written;
      },
      [this, id, file](const Written& written) { onWritten(id, file, written); });
}

void RunLibrary::onWritten(const std::string& id, const std::string& file, const Written& written) {
  m_bytesUsed = written.bytesUsed;
  if (--m_writing[id] == 0) m_writing.erase(id);
  forgetFiles(written.gone);
  if (!written.problems.empty()) {
    emit failed(
        tr("The run was not kept: %1").arg(QString::fromStdString(to_text(written.problems.front()))));
  } else if (const auto it = place(id); it != m_runs.end() && !m_writing.contains(id)) {
    auto stored = std::make_shared<sim::RunRecord>(**it);
    if (stored->log) m_rows[id] = stored->log;
    stored->file = file;
    stored->log = nullptr;
    stored->details = nullptr;
    *it = stored;
  }
  emit changed();
}

void RunLibrary::forgetFiles(const std::vector<std::string>& files) {
  std::erase_if(m_runs, [&](const Run& run) {
    return !run->file.empty() && std::find(files.begin(), files.end(), run->file) != files.end();
  });
}

void RunLibrary::change(const QString& id, const std::function<void(sim::RunSummary&)>& what) {
  const auto it = place(id.toStdString());
  if (it == m_runs.end()) return;
  auto next = std::make_shared<sim::RunRecord>(**it);
  what(next->summary);
  if (next->summary == (*it)->summary) return;
  *it = next;
  // A run that was opened from elsewhere, or is in memory, is no file of ours yet.
  write(*it);
  emit changed();
}

void RunLibrary::rename(const QString& id, const QString& name) {
  const std::string text = name.trimmed().toStdString();
  if (!text.empty()) change(id, [&](sim::RunSummary& s) { s.name = text; });
}

void RunLibrary::setPinned(const QString& id, bool pinned) {
  change(id, [&](sim::RunSummary& s) { s.pinned = pinned; });
}

void RunLibrary::setNotes(const QString& id, const QString& notes) {
  change(id, [&](sim::RunSummary& s) { s.notes = notes.toStdString(); });
}

void RunLibrary::setTags(const QString& id, const QStringList& tags) {
  std::vector<std::string> wanted;
  for (const QString& tag : tags)
    if (const std::string text = tag.trimmed().toStdString();
        !text.empty() && std::find(wanted.begin(), wanted.end(), text) == wanted.end())
      wanted.push_back(text);
  change(id, [&](sim::RunSummary& s) { s.tags = wanted; });
}

void RunLibrary::setColor(const QString& id, int color) {
  change(id, [&](sim::RunSummary& s) { s.color = color; });
}

void RunLibrary::setUnderScopes(const QString& id, bool shown) {
  change(id, [&](sim::RunSummary& s) { s.under_scopes = shown; });
}

void RunLibrary::setInScopes(const QString& id) {
  if (id == m_inScopes) return;
  m_inScopes = id;
  emit changed();
}

bool RunLibrary::isUnderScopes(const sim::RunSummary& run) const {
  if (run.under_scopes) return *run.under_scopes;
  int newer = 0;
  for (auto it = m_runs.rbegin(); it != m_runs.rend() && newer < newestUnderScopes; ++it) {
    const sim::RunSummary& s = (*it)->summary;
    if (s.id == run.id) return m_made.contains(run.id);
    if (!s.under_scopes && m_made.contains(s.id) && m_inScopes != QString::fromStdString(s.id)) ++newer;
  }
  return false;
}

void RunLibrary::remove(const QStringList& ids) {
  std::vector<Removed> gone;
  for (const QString& id : ids) {
    const auto it = place(id.toStdString());
    if (it == m_runs.end()) continue;
    gone.push_back({*it, static_cast<std::size_t>(it - m_runs.begin())});
    m_runs.erase(it);
    // Also where it is only being written: that comes first.
    if (!m_path.isEmpty())
      post([store = m_store, file = m_store.file_of(gone.back().run->summary)] { store.put_aside(file); });
  }
  if (gone.empty()) return;
  m_removed.push_back(std::move(gone));
  emit changed();
}

void RunLibrary::undoRemove() {
  if (m_removed.empty()) return;
  const std::vector<Removed> back = std::move(m_removed.back());
  m_removed.pop_back();
  for (auto it = back.rbegin(); it != back.rend(); ++it) {
    m_runs.insert(m_runs.begin() + static_cast<std::ptrdiff_t>(std::min(it->index, m_runs.size())), it->run);
    if (!m_path.isEmpty())
      post([store = m_store, file = m_store.file_of(it->run->summary)] { store.bring_back(file); });
  }
  emit changed();
}

}  // namespace fluxion
