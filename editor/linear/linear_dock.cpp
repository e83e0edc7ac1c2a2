#include "editor/linear/linear_dock.h"

#include <QAction>
#include <QCheckBox>
#include <QComboBox>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSplitter>
#include <QToolButton>
#include <QTreeWidget>
#include <QVBoxLayout>
#include <algorithm>
#include <limits>
#include <utility>

#include "editor/compiled/compiled_models.h"
#include "editor/dock_tools.h"
#include "editor/document/diagram_document.h"
#include "editor/linear/linear_plot.h"
#include "editor/linear/response_curves.h"
#include "editor/linear/response_dialog.h"
#include "editor/plain_text.h"
#include "editor/plots/plot_canvas.h"
#include "sim_core/base/text.h"
#include "sim_core/diagram/analysis_points.h"
#include "sim_core/linear_analysis/triggers.h"

namespace fluxion {

namespace {

constexpr int followDelay = 80;  // ms behind an edit

const char* const viewNames[linearViewCount] = {
    QT_TRANSLATE_NOOP("fluxion::LinearDock", "Bode"),
    QT_TRANSLATE_NOOP("fluxion::LinearDock", "Nyquist"),
    QT_TRANSLATE_NOOP("fluxion::LinearDock", "Nichols"),
    QT_TRANSLATE_NOOP("fluxion::LinearDock", "Singular values"),
    QT_TRANSLATE_NOOP("fluxion::LinearDock", "Poles and zeros"),
    QT_TRANSLATE_NOOP("fluxion::LinearDock", "Root locus"),
    QT_TRANSLATE_NOOP("fluxion::LinearDock", "Step"),
    QT_TRANSLATE_NOOP("fluxion::LinearDock", "Impulse"),
};

// What stands in place of a time where the model is linearized at what Trim found.
QString trimmedPoint() { return LinearDock::tr("trimmed"); }

}  // namespace

LinearDock::LinearDock(DiagramDocument& document, const std::shared_ptr<CompiledModels>& models,
                       QWidget* parent)
    : QDockWidget(tr("Linear Analysis"), parent),
      m_document(document),
      m_inquiry(this, linearWork(models), [this](const LinearAnswer& answer) { take(answer); }),
      m_status(new DockStatus(*this, QStringLiteral("linearMessage"), followDelay)),
      m_compiled(models),
      m_plot(new LinearPlot(this)),
      m_facts(new QTreeWidget(this)) {
  setObjectName(QStringLiteral("linearDock"));
  auto *row = new QHBoxLayout, *second = new QHBoxLayout;
  buildTools(row, second);
  auto* layout = makeDockContent(*this, {row, second}, *m_status);
  m_facts->setObjectName(QStringLiteral("linearFacts"));
  m_facts->setAccessibleName(tr("Characteristics"));
  m_facts->setHeaderLabels({tr("Characteristic"), tr("Value")});
  m_facts->setRootIsDecorated(true);
  m_facts->setAlternatingRowColors(true);
  m_facts->header()->setSectionResizeMode(QHeaderView::ResizeToContents);
  m_facts->header()->setStretchLastSection(false);  // what is wider than the dock is scrolled to, not cut off
  m_facts->setIndentation(12);
  auto* splitter = new QSplitter(this);
  splitter->setChildrenCollapsible(false);
  splitter->addWidget(m_plot);
  splitter->addWidget(m_facts);
  splitter->setStretchFactor(0, 3);
  splitter->setStretchFactor(1, 2);
  splitter->setSizes({620, 400});
  layout->addWidget(splitter, 1);
  connect(m_status, &DockStatus::waited, this, [this] { ask(true); });
  connect(&m_document, &DiagramDocument::changed, this, [this] {
    if (m_follow->isChecked() && isVisible() && m_asked) m_status->wait();
  });
  connect(&m_document, &DiagramDocument::replaced, this, [this] {
    m_asked.reset();
    m_models.clear();
    m_point.clear();
    if (m_time->text() == trimmedPoint()) m_time->clear();
    m_answer = {};
    forgetKept();
    if (isVisible()) linearize();
  });
  say(tr(
      "Mark signals by a right click on their lines, then press Linearize. Without marks the model's Inports "
      "and Outports count."));
  draw(true);  // empty, in the window's colors
}

// What is written there is taken over when it has been edited.
QLineEdit* LinearDock::addField(const char* name, const QString& title, const QString& placeholder,
                                const QString& tip) {
  auto* field = new QLineEdit(this);
  field->setObjectName(QLatin1String(name));
  field->setAccessibleName(title);
  field->setPlaceholderText(placeholder);
  field->setToolTip(plainTip(tip));
  field->setFixedWidth(fontMetrics().averageCharWidth() * 14);
  connect(field, &QLineEdit::editingFinished, this, [this, field] {
    if (m_asked && field->isModified()) linearize();
    field->setModified(false);
  });
  return field;
}

void LinearDock::buildTools(QBoxLayout* row, QBoxLayout* second) {
  auto* button = new QPushButton(tr("&Linearize"), this);
  button->setObjectName(QStringLiteral("linearize"));
  connect(button, &QPushButton::clicked, this, &LinearDock::linearize);
  m_time = addField("linearTime", tr("Time of the run in seconds"), tr("start"),
                    tr("At which second of a run, or which ones, with commas between; empty: at its start; "
                       "trimmed: at what Trim found last; y = 3, y rising 3, y falling 3: where a signal "
                       "crosses a value; event Block/path: at the events of a block, the first %1 of them")
                        .arg(mostInstants));
  m_sample = addField("linearSampleTime", tr("Sample time in seconds"), tr("continuous"),
                      tr("A sampled system, exact over all sample hits in between; 0: over all sample times "
                         "of the model; empty: a continuous system"));
  m_view = makeList(this, "linearView", tr("What is drawn"));
  for (const char* name : viewNames) m_view->addItem(tr(name));
  m_input = makeList(this, "linearInput", tr("Input"));
  m_output = makeList(this, "linearOutput", tr("Output"));
  for (QComboBox* box : {m_view, m_input, m_output})
    connect(box, &QComboBox::currentIndexChanged, this, [this] {
      m_fitNext = true;
      ask(false);
    });
  m_negative = new QCheckBox(tr("&Negate"), this);
  m_negative->setObjectName(QStringLiteral("linearNegate"));
  m_negative->setToolTip(
      tr("Of a loop transfer as drawn, in which a negative feedback has its minus sign: margins and loci are "
         "those "
         "of the loop"));
  connect(m_negative, &QCheckBox::toggled, this, [this] {
    m_fitNext = true;
    ask(false);
  });
  m_follow = new QCheckBox(tr("&Follow the model"), this);
  m_follow->setObjectName(QStringLiteral("linearFollow"));
  m_follow->setChecked(true);
  auto* keepButton = new QPushButton(tr("&Keep"), this);
  keepButton->setObjectName(QStringLiteral("linearKeep"));
  keepButton->setToolTip(tr("The present system stays under those to come, until Forget"));
  connect(keepButton, &QPushButton::clicked, this, &LinearDock::keep);
  auto* forgetButton = new QPushButton(tr("F&orget"), this);
  forgetButton->setObjectName(QStringLiteral("linearForget"));
  connect(forgetButton, &QPushButton::clicked, this, &LinearDock::forgetKept);
  auto* exportButton = new QPushButton(tr("&Export…"), this);
  exportButton->setObjectName(QStringLiteral("linearExport"));
  connect(exportButton, &QPushButton::clicked, this, [this] {
    const QString path = QFileDialog::getSaveFileName(
        this, tr("Export"), {}, tr("Linear model (*.mat *.json *.csv);;Picture (*.png *.svg *.pdf)"));
    if (path.isEmpty()) return;
    const bool picture = path.endsWith(QLatin1String(".png")) || path.endsWith(QLatin1String(".svg")) ||
                         path.endsWith(QLatin1String(".pdf"));
    if (picture)
      exportPicture(path);
    else
      exportNumbers(path);
  });
  row->addWidget(button);
  row->addWidget(new QLabel(tr("at"), this));
  row->addWidget(m_time);
  row->addWidget(new QLabel(tr("sampled every"), this));
  row->addWidget(m_sample);
  row->addSpacing(10);
  row->addWidget(m_view);
  row->addWidget(new QLabel(tr("from"), this));
  row->addWidget(m_input);
  row->addWidget(new QLabel(tr("to"), this));
  row->addWidget(m_output);
  row->addWidget(m_negative);
  row->addStretch(1);
  second->addWidget(m_follow);
  second->addWidget(keepButton);
  second->addWidget(forgetButton);
  second->addWidget(exportButton);
  auto* estimateButton = new QPushButton(tr("E&stimate…"), this);
  estimateButton->setObjectName(QStringLiteral("linearEstimate"));
  estimateButton->setToolTip(
      tr("Measures the frequency response of the model as it runs, where it switches too"));
  connect(estimateButton, &QPushButton::clicked, this, &LinearDock::openEstimation);
  second->addWidget(estimateButton);
  auto* insertButton = new QPushButton(tr("&Insert"), this);
  insertButton->setObjectName(QStringLiteral("linearInsert"));
  insertButton->setToolTip(tr("The present system as a State-Space block of the model"));
  connect(insertButton, &QPushButton::clicked, this, &LinearDock::insertBlock);
  second->addWidget(insertButton);
  auto* tuneButton = new QPushButton(tr("T&une PID…"), this);
  tuneButton->setObjectName(QStringLiteral("linearTune"));
  tuneButton->setToolTip(tr("Finds the gains of a PID controller of the model"));
  connect(tuneButton, &QPushButton::clicked, this, [this] {
    emit tuneRequested(m_time->text() == trimmedPoint() ? QString::fromStdString(m_point) : QString());
  });
  second->addWidget(tuneButton);
  second->addStretch(1);
}

void LinearDock::showEvent(QShowEvent* event) {
  QDockWidget::showEvent(event);
  if (m_asked && m_follow->isChecked()) m_status->wait();
}

LinearChoice LinearDock::choice() const {
  return {static_cast<LinearView>(m_view->currentIndex()), std::max(0, m_input->currentIndex()),
          std::max(0, m_output->currentIndex()), m_negative->isChecked()};
}

void LinearDock::setView(LinearView view) { m_view->setCurrentIndex(static_cast<int>(view)); }

void LinearDock::linearize() {
  m_fitNext = true;
  ask(true);
}

void LinearDock::linearizeAt(const QString& operatingPoint) {
  m_point = operatingPoint.toStdString();
  m_time->setText(trimmedPoint());
  linearize();
}

void LinearDock::ask(bool again) {
  if (again) m_asked = std::make_shared<const sim::Diagram>(m_document.diagram());
  if (!m_asked && m_kept.empty()) return;
  LinearQuestion question;
  question.diagram = m_asked;
  auto when = instants();
  const auto sample = when ? sampleTime() : std::nullopt;
  if (!sample) return;
  question.instants = *std::move(when);
  question.sampleTime = *sample;
  question.choice = choice();
  for (const Kept& kept : m_kept) question.kept.push_back(kept.model);
  m_inquiry.ask(std::move(question));
}

std::optional<LinearInstants> LinearDock::instants() {
  LinearInstants out;
  const QString time = m_time->text().trimmed();
  if (time == trimmedPoint() && !m_point.empty()) {
    out.point = m_point;
  } else if (!time.isEmpty()) {
    auto read = readInstants(time.toStdString(), m_document.diagram());
    if (!read) {
      say(QString::fromStdString(to_text(read.error())), true);
      return std::nullopt;
    }
    out = *std::move(read);
  }
  return out;
}

// Below 0: of a continuous model; nothing: the field has no number, which is said.
std::optional<double> LinearDock::sampleTime() {
  const QString text = m_sample->text().trimmed();
  const auto number = text.isEmpty() ? std::optional<double>(-1) : sim::parse_number(text.toStdString());
  if (number && (text.isEmpty() || *number >= 0)) return number;
  say(tr("'%1' is no sample time: give seconds, 0 or nothing").arg(text), true);
  return std::nullopt;
}

void LinearDock::take(const LinearAnswer& answer) {
  const bool fit = std::exchange(m_fitNext, false);
  m_answer = answer;
  m_models = answer.models;
  const sim::LinearModel* first = model();
  if (!first && !answer.problems.empty()) {
    say(QString::fromStdString(to_text(answer.problems.back())), true);
  } else if (first) {
    QStringList notes;
    for (const auto& each : m_models) {
      for (const sim::CutPath& cut : each->cuts)
        notes +=
            tr("Cut by %1: %2").arg(QString::fromStdString(cut.path), QString::fromStdString(cut.reason));
      for (const sim::Diagnostic& note : each->notes) notes += QString::fromStdString(to_text(note));
    }
    notes.removeDuplicates();
    if (first->input_count() == 0 || first->output_count() == 0)
      notes.prepend(
          tr("No input or no output is marked: only poles can be shown. Right-click lines to mark them."));
    say(notes.join(QLatin1Char('\n')));
  }
  fillPorts();
  draw(fit);
  fillFacts();
  emit answered();
}

void LinearDock::draw(bool fit) {
  const LinearChoice shown = m_models.empty() && m_kept.empty() ? choice() : m_answer.choice;
  std::vector<LinearPlot::System> systems;
  for (std::size_t k = 0; k < m_models.size() && k < m_answer.curves.size(); ++k)
    systems.push_back({nameOf(k), m_answer.curves[k]});
  for (std::size_t k = 0; k < m_answer.kept.size() && k < m_kept.size(); ++k)
    systems.push_back({m_kept[k].name, m_answer.kept[k]});
  if (m_estimation && m_estimation->response()) {
    const LinearCurves* beside = m_answer.curves.empty() ? nullptr : &m_answer.curves.front();
    systems.push_back({tr("estimated"), responseCurves(*m_estimation->response(), shown, beside)});
  }
  m_plot->show(shown.view, systems, fit);
}

// Of one of the present systems.
QString LinearDock::nameOf(std::size_t k) const {
  return m_models.size() == 1 ? tr("model") : tr("t = %1 s").arg(QString::number(m_models[k]->time, 'g', 6));
}

void LinearDock::fillPorts() {
  if (m_models.empty() || !m_asked) return;
  const auto fill = [](QComboBox* box, const std::vector<std::string>& names) {
    QStringList items;
    for (const std::string& name : names) items += QString::fromStdString(name);
    QStringList now;
    for (int k = 0; k < box->count(); ++k) now += box->itemText(k);
    if (items == now) return;
    const QSignalBlocker blocker(box);
    const int index = box->currentIndex();
    box->clear();
    box->addItems(items);
    box->setCurrentIndex(std::clamp(index, 0, std::max(0, box->count() - 1)));
  };
  fill(m_input, m_models.front()->inputs);
  fill(m_output, m_models.front()->outputs);
  // What comes back in a loop as drawn has the sign of its feedback, which is negative in most.
  const auto points = sim::analysis_points(*m_asked);
  const bool loop = std::any_of(points.begin(), points.end(), [](const sim::AnalysisPoint& point) {
    return point.kind == sim::PointKind::LoopTransfer;
  });
  if (loop == m_loopMarked) return;
  m_loopMarked = loop;
  m_negative->setChecked(loop);
}

void LinearDock::fillFacts() {
  m_facts->clear();
  const auto add = [this](const QString& name, const LinearCurves& curves, const sim::LinearModel& model) {
    const QString states =
        model.state_count() == 1 ? tr("1 state") : tr("%1 states").arg(model.state_count());
    auto* top = new QTreeWidgetItem(
        m_facts, {name, tr("%1 at t = %2 s").arg(states, QString::fromStdString(sim::to_text(model.time)))});
    for (const auto& [fact, value] : curves.facts) new QTreeWidgetItem(top, {fact, value});
    top->setExpanded(true);
  };
  for (std::size_t k = 0; k < m_models.size() && k < m_answer.curves.size(); ++k)
    add(nameOf(k), m_answer.curves[k], *m_models[k]);
  for (std::size_t k = 0; k < m_answer.kept.size() && k < m_kept.size(); ++k)
    add(m_kept[k].name, m_answer.kept[k], *m_kept[k].model);
  if (!m_estimation || !m_estimation->response()) return;
  const sim::EstimatedResponse& response = *m_estimation->response();
  auto* top = new QTreeWidgetItem(
      m_facts, {tr("estimated"), tr("at t = %1 s").arg(QString::fromStdString(sim::to_text(response.time)))});
  for (const auto& [fact, value] : responseCurves(response, choice(), nullptr).facts)
    new QTreeWidgetItem(top, {fact, value});
  top->setExpanded(true);
}

}  // namespace fluxion
