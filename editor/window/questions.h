#pragma once
// What a window asks and tells its user in boxes: before something is lost, and where something could not be
// done. A test answers itself.
#include <QCoreApplication>
#include <QString>
#include <functional>

class QWidget;

namespace fluxion {

class Questions {
  Q_DECLARE_TR_FUNCTIONS(Questions)
 public:
  enum class Question { UnsavedChanges, SaveHangs, RunIsActive, ChangedOnDisk, OverwriteChanged };
  enum class Answer { Save, Discard, Cancel, Stop, Keep, Reload, Overwrite };
  using Ask = std::function<Answer(Question, const QString& text)>;
  using Tell = std::function<void(const QString& title, const QString& text)>;

  // The boxes stand above the window.
  explicit Questions(QWidget& window);

  Answer ask(Question question, const QString& text) const { return m_ask(question, text); }
  void tell(const QString& title, const QString& text) const { m_tell(title, text); }
  // Whether a model may do what the text says.
  bool mayAllow(const QString& text) const;

  void setAsk(Ask ask) { m_ask = std::move(ask); }
  void setTell(Tell tell) { m_tell = std::move(tell); }
  const Tell& teller() const { return m_tell; }

 private:
  Answer askWithDialog(Question question, const QString& text) const;
  Answer askAboutFile(Question question, const QString& text) const;
  Answer askAboutRun(const QString& text) const;
  Answer askAboutSave(Question question, const QString& text) const;

  QWidget& m_window;
  Ask m_ask;
  Tell m_tell;
};

}  // namespace fluxion
