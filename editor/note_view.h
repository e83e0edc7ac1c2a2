#pragma once
// Widgets that show Markdown of a model (note_text.h).
#include <QTextBrowser>
#include <memory>

namespace fluxion {

class NoteText;

// A page of it. Links to web pages open in the desktop's browser; others lead nowhere.
class NoteBrowser : public QTextBrowser {
  Q_OBJECT
 public:
  explicit NoteBrowser(QWidget* parent);
  // `folder`: that of the model, where its pictures are; empty: none are shown.
  void show(const QString& markdown, const QString& folder);
  using QWidget::show;

 protected:
  QVariant loadResource(int type, const QUrl& name) override;
  void doSetSource(const QUrl& url, QTextDocument::ResourceType type) override;
};

// A paragraph of it, without pictures and links: as tall as its width asks for.
class NoteLabel : public QWidget {
  Q_OBJECT
 public:
  NoteLabel(const QString& markdown, QWidget* parent);
  ~NoteLabel() override;

  QString plainText() const;
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;
  bool hasHeightForWidth() const override { return true; }
  int heightForWidth(int width) const override;

 protected:
  void paintEvent(QPaintEvent*) override;

 private:
  std::unique_ptr<NoteText> m_text;
};

}  // namespace fluxion
