#pragma once
// Lines of a tree as high as their texts need where these are wrapped, which a QTreeView does not do by
// itself.
#include <QStyledItemDelegate>

class QTreeView;

namespace fluxion {

class WrappedLines : public QStyledItemDelegate {
  Q_OBJECT
 public:
  // The view owns it. Lines get new heights when columns get new widths.
  explicit WrappedLines(QTreeView& view);

  QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

 private:
  QTreeView& m_view;
};

}  // namespace fluxion
