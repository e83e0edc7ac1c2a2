#include "editor/animation/animation_dock.h"

#include <QComboBox>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QLabel>
#include <QSignalBlocker>
#include <QSlider>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "editor/animation/gif_file.h"
#include "editor/dock_tools.h"
#include "editor/line_icon.h"

namespace fluxion {

namespace {

constexpr int positions = 1000, tick = 20;  // of the slider; ms
constexpr QSize exported(640, 480);

QToolButton* toolButton(QBoxLayout* row, QWidget* parent, const char* name, const QString& icon,
                        const QString& text) {
  auto* button = new QToolButton(parent);
  button->setObjectName(QLatin1String(name));
  button->setIcon(lineIcon(icon));
  button->setToolTip(text);
  button->setAccessibleName(text);
  button->setAutoRaise(true);
  row->addWidget(button);
  return button;
}

}  // namespace

AnimationDock::AnimationDock(QWidget* parent)
    : QDockWidget(tr("Animation"), parent), m_view(new AnimationView(this)), m_message(new QLabel(this)) {
  setObjectName(QStringLiteral("animation"));
  auto* content = new QWidget(this);
  auto* column = new QVBoxLayout(content);
  column->setContentsMargins(6, 6, 6, 6);
  auto* row = new QHBoxLayout;
  buildTools(row);
  column->addLayout(row);
  m_message->setWordWrap(true);
  m_message->setTextFormat(Qt::PlainText);
  m_message->hide();
  column->addWidget(m_message);
  column->addWidget(m_view, 1);
  setWidget(content);
  m_tick.setInterval(tick);
  connect(&m_tick, &QTimer::timeout, this, &AnimationDock::advance);
  connect(m_view, &AnimationView::blockRequested, this, &AnimationDock::blockRequested);
  enableTools();
}

void AnimationDock::buildTools(QBoxLayout* row) {
  m_play = toolButton(row, this, "playAnimation", QStringLiteral("run"), tr("Play"));
  connect(m_play, &QToolButton::clicked, this, [this] { isPlaying() ? pause() : play(); });
  m_slider = new QSlider(Qt::Horizontal, this);
  m_slider->setObjectName(QStringLiteral("animationTime"));
  m_slider->setAccessibleName(tr("Time"));
  m_slider->setRange(0, positions);
  m_slider->setPageStep(positions / 20);
  connect(m_slider, &QSlider::valueChanged, this, &AnimationDock::slide);
  row->addWidget(m_slider, 1);
  m_speed = makeList(this, "animationSpeed", tr("Speed"));
  for (const double times : {0.01, 0.1, 0.25, 0.5, 1.0, 2.0, 5.0, 10.0, 100.0, 1000.0})
    m_speed->addItem(tr("%1 × real time").arg(times), times);
  m_speed->setCurrentIndex(m_speed->findData(1.0));
  m_speed->setToolTip(tr("How fast it plays, and how fast a GIF is"));
  row->addWidget(m_speed);
  m_paths = toolButton(row, this, "animationPaths", QStringLiteral("curves"), tr("Show the paths of bodies"));
  m_paths->setCheckable(true);
  connect(m_paths, &QToolButton::toggled, m_view, &AnimationView::setPathsShown);
  m_fit = toolButton(row, this, "fitAnimation", QStringLiteral("zoom-fit"), tr("Fit"));
  connect(m_fit, &QToolButton::clicked, m_view, &AnimationView::fit);
  m_export =
      toolButton(row, this, "exportAnimation", QStringLiteral("export"), tr("Export as a picture or a GIF"));
  connect(m_export, &QToolButton::clicked, this, &AnimationDock::exportFile);
}

std::optional<std::pair<double, double>> AnimationDock::recorded() const {
  return m_view->scene() ? m_view->scene()->span() : std::nullopt;
}

void AnimationDock::enableTools() {
  const bool any = recorded() && !m_view->scene()->isEmpty();
  for (QWidget* tool : std::initializer_list<QWidget*>{m_play, m_slider, m_speed, m_paths, m_fit, m_export})
    tool->setEnabled(any);
}

void AnimationDock::showScene(std::shared_ptr<Scene> scene) {
  pause();
  m_following = true;
  m_message->hide();
  m_view->setScene(std::move(scene));
  follow();
}

void AnimationDock::follow() {
  enableTools();
  const auto span = recorded();
  if (!span) return m_view->update();
  if (m_following && !isPlaying()) m_view->setTime(span->second);
  showTime();
}

void AnimationDock::play() {
  const auto span = recorded();
  if (!span) return;
  if (m_view->time() >= span->second) m_view->setTime(span->first);
  m_since.start();
  m_tick.start();
  m_play->setIcon(lineIcon(QStringLiteral("pause")));
  m_play->setToolTip(tr("Pause"));
  m_play->setAccessibleName(tr("Pause"));
}

void AnimationDock::pause() {
  m_tick.stop();
  m_play->setIcon(lineIcon(QStringLiteral("run")));
  m_play->setToolTip(tr("Play"));
  m_play->setAccessibleName(tr("Play"));
}

void AnimationDock::advance() {
  const auto span = recorded();
  if (!span) return pause();
  const double time = m_view->time() + speed() * static_cast<double>(m_since.restart()) / 1000;
  m_following = time >= span->second;
  if (m_following) pause();
  m_view->setTime(std::clamp(time, span->first, span->second));
  showTime();
}

double AnimationDock::speed() const { return m_speed->currentData().toDouble(); }

void AnimationDock::setTime(double time) {
  const auto span = recorded();
  if (!span) return;
  m_view->setTime(std::clamp(time, span->first, span->second));
  m_following = time >= span->second;
  showTime();
}

void AnimationDock::slide(int position) {
  const auto span = recorded();
  if (!span) return;
  pause();
  m_following = position == positions;
  m_view->setTime(span->first + (span->second - span->first) * position / positions);
}

void AnimationDock::showTime() {
  const auto span = recorded();
  if (!span || !(span->second > span->first)) return;
  const QSignalBlocker quiet(m_slider);
  const double share = (m_view->time() - span->first) / (span->second - span->first);
  m_slider->setValue(static_cast<int>(std::lround(positions * share)));
}

void AnimationDock::setTimeUnit(const sim::TimeUnit& unit) { m_view->setTimeUnit(unit); }

QString AnimationDock::message() const { return m_message->isHidden() ? QString() : m_message->text(); }

void AnimationDock::exportFile() {
  pause();
  QStringList filters{tr("PNG picture (*.png)"), tr("SVG picture (*.svg)")};
  if (GifFile::isSupported()) filters.prepend(tr("Animated GIF (*.gif)"));
  QString filter = filters.front();
  QString path = QFileDialog::getSaveFileName(this, tr("Export Animation"), QStringLiteral("animation"),
                                              filters.join(QStringLiteral(";;")), &filter);
  if (path.isEmpty()) return;
  static const QStringList endings{QStringLiteral(".gif"), QStringLiteral(".png"), QStringLiteral(".svg")};
  if (std::none_of(endings.begin(), endings.end(), [&](const QString& e) { return path.endsWith(e); }))
    for (const QString& ending : endings)
      if (filter.contains(ending)) path += ending;
  QString problem;
  if (path.endsWith(QLatin1String(".gif")))
    writeGif(path, exported, problem);
  else
    problem = writePicture(path, exported);
  m_message->setText(problem);
  m_message->setVisible(!problem.isEmpty());
}

}  // namespace fluxion
