#include "editor/linear/response_dialog.h"

#include <QComboBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QSpinBox>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

#include "editor/compiled/compiled_models.h"
#include "editor/dock_tools.h"
#include "editor/plain_text.h"
#include "editor/shown_number.h"
#include "editor/theme.h"

namespace fluxion {

static constexpr int lookEvery = 100;  // ms

ResponseDialog::ResponseDialog(std::shared_ptr<CompiledModels> models, std::function<Asked()> asked,
                               QWidget* parent)
    : QDialog(parent),
      m_inquiry(this, responseWork(std::move(models)),
                [this](const ResponseAnswer& answer) { take(answer); }),
      m_asked(std::move(asked)) {
  setWindowTitle(tr("Estimate Response"));
  setObjectName(QStringLiteral("responseDialog"));
  build();
  m_looking.setInterval(lookEvery);
  connect(&m_looking, &QTimer::timeout, this, &ResponseDialog::look);
  say(
      tr("The model runs, a small signal is added at the input, and what comes of it is measured: also where "
         "the model switches, and no linear model sees it."));
  updateTools();
}

QLineEdit* ResponseDialog::addNumber(QFormLayout* form, const QString& label, const char* name,
                                     const QString& placeholder, const QString& tip) {
  auto* field = new QLineEdit(this);
  field->setObjectName(QLatin1String(name));
  field->setPlaceholderText(placeholder);
  field->setToolTip(plainTip(tip));
  form->addRow(label, field);
  return field;
}

QSpinBox* ResponseDialog::addCount(QFormLayout* form, const QString& label, const char* name, int value,
                                   int most, const QString& tip) {
  auto* field = new QSpinBox(this);
  field->setObjectName(QLatin1String(name));
  field->setRange(1, most);
  field->setValue(value);
  field->setToolTip(plainTip(tip));
  form->addRow(label, field);
  return field;
}

void ResponseDialog::build() {
  auto* form = new QFormLayout;
  m_kind = makeList(this, "responseKind", tr("Excitation"));
  m_kind->addItems({tr("Sines, one a run"), tr("Sweep, one run"), tr("Noise, one run")});
  form->addRow(tr("E&xcitation"), m_kind);
  m_low = addNumber(form, tr("&Lowest frequency [rad/s]"), "responseLow", tr("as in the plot"), {});
  m_high = addNumber(form, tr("&Highest frequency [rad/s]"), "responseHigh", tr("as in the plot"), {});
  m_count = addCount(form, tr("&Number of frequencies"), "responseCount", 30, 1000,
                     tr("Evenly spaced by their logarithms"));
  m_amplitude =
      addNumber(form, tr("&Amplitude"), "responseAmplitude", tr("1 % of the input's value"),
                tr("In the unit of the input; small enough that the model stays near its operating point"));
  m_settle = addCount(form, tr("Periods to se&ttle"), "responseSettle", 4, 1'000'000,
                      tr("That pass before anything is measured"));
  m_settleTime = addNumber(form, tr("Time to settle [s]"), "responseSettleTime", QStringLiteral("0"),
                           tr("That passes at least before anything is measured"));
  m_periods = addCount(form, tr("&Periods to measure"), "responsePeriods", 4, 10'000,
                       tr("At least; more follow until they agree within 0.1 %"));
  m_round = addNumber(form, tr("&Round periods to [s]"), "responseRound", tr("any"),
                      tr("The period of a switch: what is measured then is free of its ripple"));
  m_sample = addNumber(form, tr("Sample time [s]"), "responseSample", tr("continuous"),
                       tr("Excitation and measurement are sampled; 0: over all sample times of the model. A "
                          "model without continuous states is sampled anyway"));
  m_bar = new QProgressBar(this);
  m_bar->setObjectName(QStringLiteral("responseProgress"));
  m_bar->setRange(0, 1);
  m_message = new QLabel(this);
  m_message->setObjectName(QStringLiteral("responseMessage"));
  m_message->setWordWrap(true);
  m_message->setTextFormat(Qt::PlainText);
  auto* row = new QHBoxLayout;
  row->addWidget(m_bar, 1);
  m_estimate = addButton(row, this, tr("&Estimate"), "responseEstimate", {}, [this] { estimate(); });
  m_stop = addButton(row, this, tr("&Stop"), "responseStop", tr("What was measured so far stays"),
                     [this] { stop(); });
  m_stop->setAutoDefault(false);
  m_estimate->setDefault(true);
  auto* layout = new QVBoxLayout(this);
  layout->addLayout(form);
  layout->addWidget(m_message);
  layout->addStretch(1);
  layout->addLayout(row);
  resize(420, 0);
}

QString ResponseDialog::message() const { return m_message->text(); }

void ResponseDialog::say(const QString& text, bool wrong) {
  QPalette colors = palette();
  if (wrong) colors.setColor(QPalette::WindowText, Theme::current(palette()).error);
  m_message->setPalette(colors);
  m_message->setText(text);
}

// False: a number is none, which is said.
bool ResponseDialog::readWishes(sim::ResponseWishes& wishes) {
  bool fine = true;
  const auto number = [&](const QLineEdit* field, double otherwise) {
    if (field->text().trimmed().isEmpty()) return otherwise;
    const auto value = typedNumber(field->text());
    if (!value && fine) {
      say(tr("“%1” is no number.").arg(field->text()), true);
      fine = false;
    }
    return value.value_or(otherwise);
  };
  wishes.excitation = static_cast<sim::ExcitationKind>(m_kind->currentIndex());
  const double low = number(m_low, 0), high = number(m_high, 0);
  if (!m_amplitude->text().trimmed().isEmpty()) wishes.amplitude = number(m_amplitude, 0);
  wishes.settle_time = number(m_settleTime, 0);
  wishes.round_to = number(m_round, 0);
  wishes.sample_time = number(m_sample, -1);
  wishes.settle_periods = m_settle->value();
  wishes.periods = m_periods->value();
  if (!fine) return false;
  if (low == 0 && high == 0) return true;
  if (!(low > 0) || !(high > low)) {
    say(tr("The lowest frequency is above 0 and below the highest one; leave both empty for those of the "
           "plot."),
        true);
    return false;
  }
  wishes.frequencies = sim::spaced_frequencies(low, high, m_count->value());
  return true;
}

void ResponseDialog::estimate() {
  if (isBusy()) return;
  ResponseQuestion question;
  if (!readWishes(question.wishes)) return;
  const Asked asked = m_asked();
  if (!asked.diagram) return;
  question.diagram = asked.diagram;
  question.instants = asked.instants;
  question.wishes.input = asked.input;
  question.frequencies = m_count->value();
  m_progress = question.progress = std::make_shared<ResponseProgress>();
  m_response.reset();
  m_forgotten = false;
  m_bar->setRange(0, 0);
  say(tr("Measuring…"));
  m_looking.start();
  m_inquiry.ask(std::move(question));
  updateTools();
}

void ResponseDialog::stop() {
  if (m_progress) m_progress->stop();
}

void ResponseDialog::forget() {
  stop();
  m_forgotten = isBusy();
  m_response.reset();
}

void ResponseDialog::look() {
  const ResponseProgress::News news = m_progress->take();
  if (news.all == 0 || m_forgotten) return;
  m_bar->setRange(0, static_cast<int>(news.all));
  m_bar->setValue(static_cast<int>(news.done));
  if (news.points.empty()) return;
  auto response = m_response ? std::make_shared<sim::EstimatedResponse>(*m_response)
                             : std::make_shared<sim::EstimatedResponse>();
  response->points.insert(response->points.end(), news.points.begin(), news.points.end());
  std::ranges::sort(response->points, {}, &sim::EstimatedPoint::frequency);
  m_response = std::move(response);
  emit measured();
}

void ResponseDialog::take(const ResponseAnswer& answer) {
  m_looking.stop();
  m_bar->setRange(0, 1);
  m_bar->setValue(answer.response && answer.response->finished ? 1 : 0);
  updateTools();
  if (!answer.problems.empty()) {
    say(QString::fromStdString(to_text(answer.problems.front())), true);
  } else if (m_forgotten || !answer.response) {
    say(tr("Stopped before anything was measured."));
  } else {
    m_response = answer.response;
    int doubtful = 0;
    QString first;
    for (const sim::EstimatedPoint& point : m_response->points)
      if (!point.message.empty() && ++doubtful == 1)
        first = tr("%1 rad/s: %2").arg(shownNumber(point.frequency), QString::fromStdString(point.message));
    const QString count = tr("%1 frequencies measured.").arg(m_response->points.size());
    const QString stopped = m_response->finished ? QString() : tr("Stopped.") + u' ';
    say(stopped + count +
            (doubtful > 0 ? u' ' + tr("Not to be trusted: %1.").arg(doubtful) + u'\n' + first : QString()),
        doubtful > 0);
    emit measured();
  }
  emit ended();
}

void ResponseDialog::updateTools() {
  m_estimate->setEnabled(!isBusy());
  m_stop->setEnabled(isBusy());
}

}  // namespace fluxion
