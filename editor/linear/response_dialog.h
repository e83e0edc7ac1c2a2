#pragma once
// Measures the frequency response of the model that runs: with what it is driven, how far it is, and Stop.
// What is measured is drawn by the Linear Analysis dock as it comes.
#include <QDialog>
#include <QTimer>
#include <functional>
#include <memory>

#include "editor/linear/response_inquiry.h"

class QComboBox;
class QFormLayout;
class QLabel;
class QLineEdit;
class QProgressBar;
class QPushButton;
class QSpinBox;

namespace fluxion {

class ResponseDialog : public QDialog {
  Q_OBJECT
 public:
  // `asked`: the diagram, the instant and the input as the dock has them.
  struct Asked {
    std::shared_ptr<const sim::Diagram> diagram;
    LinearInstants instants;
    int input = -1;
  };
  ResponseDialog(std::shared_ptr<CompiledModels> models, std::function<Asked()> asked,
                 QWidget* parent = nullptr);

  void estimate();
  void stop();
  bool isBusy() const { return m_inquiry.isBusy(); }
  // What was measured, of another model than the present one.
  void forget();
  QString message() const;
  // Null: nothing was measured yet.
  const std::shared_ptr<const sim::EstimatedResponse>& response() const { return m_response; }

 signals:
  // There are more points, or the last one.
  void measured();
  void ended();

 private:
  void build();
  bool readWishes(sim::ResponseWishes& wishes);
  QLineEdit* addNumber(QFormLayout* form, const QString& label, const char* name, const QString& placeholder,
                       const QString& tip);
  QSpinBox* addCount(QFormLayout* form, const QString& label, const char* name, int value, int most,
                     const QString& tip);
  void look();
  void take(const ResponseAnswer& answer);
  void say(const QString& text, bool wrong = false);
  void updateTools();

  ResponseInquiry m_inquiry;
  std::function<Asked()> m_asked;
  std::shared_ptr<ResponseProgress> m_progress;
  std::shared_ptr<const sim::EstimatedResponse> m_response;
  bool m_forgotten = false;  // what is being measured
  QTimer m_looking;
  QComboBox* m_kind = nullptr;
  QLineEdit *m_low = nullptr, *m_high = nullptr, *m_amplitude = nullptr, *m_settleTime = nullptr,
            *m_round = nullptr, *m_sample = nullptr;
  QSpinBox *m_count = nullptr, *m_settle = nullptr, *m_periods = nullptr;
  QProgressBar* m_bar = nullptr;
  QLabel* m_message = nullptr;
  QPushButton *m_estimate = nullptr, *m_stop = nullptr;
};

}  // namespace fluxion
