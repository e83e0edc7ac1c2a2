#pragma once
// The runs of a window's model, the oldest first. Those of a saved model are written to files in a thread of
// their own, one after the other, and are there again after a restart; those of an unsaved one stay in
// memory. A run is a value that never changes: renaming it puts another value in its place.
#include <QObject>
#include <QStringList>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <vector>

#include "sim_core/base/result.h"
#include "sim_core/run_archive/run_file.h"
#include "sim_core/run_archive/run_store.h"
#include "sim_core/run_archive/table_columns.h"

namespace fluxion {

using Run = std::shared_ptr<const sim::RunRecord>;

class RunLibrary : public QObject {
  Q_OBJECT
 public:
  explicit RunLibrary(const QString& folder = defaultFolder(), QObject* parent = nullptr);
  ~RunLibrary() override;
  // Where they are: in the user's data folder.
  static QString defaultFolder();

  // Another model: its runs are read in the background. Without a path there are none yet.
  void setModel(const QString& path);
  // The model was saved; runs that were in memory only are written.
  void setPath(const QString& path);

  const std::vector<Run>& runs() const { return m_runs; }
  Run find(const QString& id) const;  // null: there is none

  // "Run 3", as the next run is called if nobody says otherwise.
  QString nextName() const;
  // Gives the run a name if it has none, and a color, and writes it.
  Run add(sim::RunRecord record);
  void rename(const QString& id, const QString& name);
  void setPinned(const QString& id, bool pinned);
  void setNotes(const QString& id, const QString& notes);
  void setTags(const QString& id, const QStringList& tags);
  void setColor(const QString& id, int color);  // see run_palette.h

  // Whether a run is drawn below what scopes show: what the user said of it, else whether it is one of the
  // newest that were made since the model was opened, besides the one that scopes show themselves.
  static constexpr int newestUnderScopes = 1;
  bool isUnderScopes(const sim::RunSummary& run) const;
  void setUnderScopes(const QString& id, bool shown);
  // Which run scopes show themselves; empty: none that is kept.
  void setInScopes(const QString& id);
  const QString& inScopes() const { return m_inScopes; }

  void remove(const QStringList& ids);
  bool canUndoRemove() const { return !m_removed.empty(); }
  void undoRemove();
  // Reads a run or a table; `added` or `failed` tells how it went. `adapt` may change it before it is added,
  // `done` is told of it then.
  void open(const QString& path, const sim::TableOptions& options = {},
            std::function<void(sim::RunRecord&)> adapt = {}, std::function<void(const Run&)> done = {});

  // Whether runs are written, and how much of the disk they may take, all models together. Remembered.
  bool isKeeping() const;
  void setKeeping(bool on);
  quint64 limit() const;  // bytes
  void setLimit(quint64 bytes);
  quint64 bytesUsed() const { return m_bytesUsed; }
  // Something is being read or written.
  bool isBusy() const { return m_jobs > 0; }

  // Work in the thread of the files, its answer in this one; dropped when the library goes.
  template <class Answer>
  void later(std::function<Answer()> work, std::function<void(const Answer&)> done);

  // The columns of a signal; at once where the rows are in memory, else when they have been read.
  using Columns = sim::Result<sim::RunColumns>;
  void columns(const Run& run, int signal, std::function<void(const Columns&)> done);
  // With its rows, where anything still has them.
  Run withRows(const Run& run) const;
  // All rows: at once where they are in memory, else when they have been read.
  using Rows = sim::Result<std::shared_ptr<const sim::SignalLog>>;
  void rows(const Run& run, std::function<void(const Rows&)> done);

 signals:
  void changed();
  void added(const QString& id);
  void failed(const QString& why);

 private:
  struct Shared {
    std::mutex mutex;
    RunLibrary* owner = nullptr;
  };
  struct Removed {
    Run run;
    std::size_t index;
  };
  struct Written {
    sim::Diagnostics problems;
    std::vector<std::string> gone;
    quint64 bytesUsed = 0;
  };
  static void post(std::function<void()> job);
  void change(const QString& id, const std::function<void(sim::RunSummary&)>& what);
  void write(const Run& run);
  void onWritten(const std::string& id, const std::string& file, const Written& written);
  void forgetFiles(const std::vector<std::string>& files);
  void boundMemory();
  int nextColor() const;
  std::vector<Run>::iterator place(const std::string& id);

  sim::RunStore m_store;
  QString m_path;
  std::vector<Run> m_runs;
  std::map<std::string, std::weak_ptr<const sim::SignalLog>>
      m_rows;                            // of runs in files, while others have them
  std::map<std::string, int> m_writing;  // by run: writes that are under way
  std::vector<std::vector<Removed>> m_removed;
  std::set<std::string> m_made;  // runs since the model was opened
  QString m_inScopes;
  quint64 m_bytesUsed = 0;
  int m_jobs = 0, m_generation = 0;
  std::shared_ptr<Shared> m_shared;
};

template <class Answer>
void RunLibrary::later(std::function<Answer()> work, std::function<void(const Answer&)> done) {
  ++m_jobs;
  post([shared = m_shared, work = std::move(work), done = std::move(done)] {
    const Answer answer = work();
    std::lock_guard lock(shared->mutex);
    if (shared->owner == nullptr) return;
    QMetaObject::invokeMethod(
        shared->owner,
        [shared, answer, done] {
          // In the owner's thread, which is where the owner goes, if it goes.
          if (shared->owner == nullptr) return;
          --shared->owner->m_jobs;
          done(answer);
        },
        Qt::QueuedConnection);
  });
}

}  // namespace fluxion
