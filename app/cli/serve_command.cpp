// fluxion-cli serve: lets other programs drive models over a socket (docs/server.md).
#include <cstdio>
#include <cstdlib>

#include "app/cli/commands.h"
#include "app/cli/library.h"
#include "app/cli/messages.h"
#include "app/server/server.h"
#include "app/server/stop_signals.h"
#include "app/server/token.h"

namespace fluxion {

namespace {

using Listeners = std::vector<std::unique_ptr<server::Listener>>;

int wrongUsage(const std::string& message, const std::string& remedy) {
  report("fluxion-cli", {sim::error({}, message, remedy)});
  return UsageError;
}

sim::Result<Listeners> openListeners(const Arguments& arguments) {
  Listeners listeners;
  sim::Diagnostics problems;
  const auto add = [&](sim::Result<std::unique_ptr<server::Listener>> made) {
    if (made)
      listeners.push_back(*std::move(made));
    else
      problems.push_back(made.error());
  };
  for (const std::string& path : arguments.all("--socket")) add(server::Listener::onSocket(path));
  for (const std::string& address : arguments.all("--tcp")) add(server::Listener::onTcp(address));
  if (!problems.empty()) return problems;
  return listeners;
}

void sayWhere(const Listeners& listeners) {
  for (const auto& listener : listeners) {
    std::printf("listening on %s\n", listener->name().c_str());
    if (!listener->onThisMachineOnly())
      report("fluxion-cli",
             {sim::warning({},
                           listener->name() + " can be reached from other machines, and nothing is encrypted",
                           "listen on localhost, and let ssh -L forward the port")});
  }
  std::fflush(stdout);
}

sim::AccessGrants grantsOf(const Arguments& arguments) {
  sim::AccessGrants grants{arguments.has("--trust"), arguments.has("--allow-exchange"), {}, {}};
  // Folders of today, wherever the program goes.
  for (const std::string& folder : arguments.all("--allow-read"))
    grants.read.push_back(sim::FileAccess::resolved(folder).string());
  for (const std::string& folder : arguments.all("--allow-write"))
    grants.write.push_back(sim::FileAccess::resolved(folder).string());
  return grants;
}

}  // namespace

int serveCommand(const Arguments& arguments) {
  const bool tcp = arguments.has("--tcp");
  if (!tcp && !arguments.has("--socket"))
    return wrongUsage("serve needs a place to listen on",
                      "give --socket PATH, or --tcp HOST:PORT --token-file FILE");
  const auto tokenFile = arguments.last("--token-file");
  if (tcp != tokenFile.has_value())
    return wrongUsage(tcp ? "--tcp needs a token, which clients show" : "--token-file goes with --tcp",
                      "give --tcp HOST:PORT and --token-file FILE");
  std::string token;
  if (tcp) {
    auto read = server::readToken(*tokenFile);
    if (!read) {
      report({}, read.errors());
      return ModelError;
    }
    token = *std::move(read);
  }
  sim::Diagnostics warnings;
  const sim::BlockLibrary library = loadLibrary(warnings);
  report({}, warnings);
  auto listeners = openListeners(arguments);
  if (!listeners) {
    report("fluxion-cli", listeners.errors());
    return ModelError;
  }
  // Outlives its threads, should one not end.
  auto* host = new server::Host{library, grantsOf(arguments), {}, FLUXION_VERSION, {}};
  const std::atomic<bool>& stop = server::watchForStop(host->wakeup);
  if (!arguments.has("--quiet")) sayWhere(*listeners);
  server::Server serving(*host, *std::move(listeners), std::move(token));
  if (!serving.run(stop)) {
    std::fputs("fluxion-cli: what clients had begun did not end in time, and is left\n", stderr);
    std::fflush(nullptr);
    std::_Exit(ModelError);
  }
  return Success;
}

}  // namespace fluxion
