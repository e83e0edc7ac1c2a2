#pragma once
// Threads that nobody joins, for work on files: a disk may be slow, and a folder on a network may never
// answer. At the end of the program they are left where they are.
#include <functional>

namespace fluxion {

// `task` owns what it uses, or shares it. Where no thread can be had, it is done in this one.
void startDetached(std::function<void()> task);

// How many have not ended. The program does not destroy what is static while there are any.
int detachedThreads();

}  // namespace fluxion
