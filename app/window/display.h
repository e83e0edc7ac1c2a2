#pragma once

namespace fluxion {

// Before the application is made: what needs no window (--headless, --help, --version) does without a
// display. What needs one and finds none is an error with its remedy, where the toolkit would abort.
bool prepareDisplay(int argc, char** argv);

}  // namespace fluxion
