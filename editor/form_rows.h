#pragma once
// Rows of forms that come and go.
class QFormLayout;
class QWidget;

namespace fluxion {

// Shows or hides the row of `field`, with its label. QFormLayout remembers of a row that it hides where it
// has laid it out, and writes there beyond the end of its list where the row's height depends on its width
// (Qt 6.4): such a row is put in again before it is hidden.
void setRowShown(QFormLayout& form, QWidget& field, bool shown);

}  // namespace fluxion
