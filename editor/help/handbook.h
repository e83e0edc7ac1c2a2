#pragma once
// The handbook: pages that ./dev docs builds, opened in the web browser as files.
#include <QString>

class QWidget;

namespace fluxion {

// Its first page: installed, or of the source tree that the program was built in; empty: there is none.
QString handbookPage(const QString& programFolder);

// Shows this page in the web browser; where it is empty, or nothing shows it, a message says what to do.
void openHandbook(QWidget* parent, const QString& page);

}  // namespace fluxion
