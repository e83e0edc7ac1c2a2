#pragma once
// Waits for work on files (editor/file_work.h) that something cannot go on without.
#include <QString>

class QWidget;

namespace fluxion {

class DetachedWork;

// For 50 ms as if it were done in this thread; then windows are painted, and after 0.3 s a notice with `text`
// and a button says what is waited for. False: that button was pressed, and the work goes on unseen. Whoever
// calls this finds nothing but the notice changed by the user.
bool waitForFiles(const DetachedWork& work, QWidget* parent, const QString& text, const QString& button);

// The name of a file as such a notice can show it, however long it is.
QString shortFileName(const QString& path);

}  // namespace fluxion
