#pragma once
// Requests and replies of JSON-RPC 2.0 (https://www.jsonrpc.org/specification), one a line. Batches are
// refused: requests are answered in their order anyhow.
#include <string>
#include <string_view>
#include <variant>

#include "app/server/limits.h"
#include "sim_core/base/diagnostic.h"
#include "sim_core/diagram/json.h"

namespace fluxion::server {

enum ErrorCode {
  NotJson = -32700,
  NoRequest = -32600,
  UnknownMethod = -32601,
  WrongParameters = -32602,
  InternalError = -32603,
  Refused = -32000,  // by what the model or its run is; the messages say more
  NoToken = -32001,
  TooMuch = -32002,  // a limit of the server
};

struct Failure {
  int code = Refused;
  std::string message;
  sim::Diagnostics messages = {};
};
// Refused, for these reasons, of which there is one at least; the first error is the message.
Failure refusal(sim::Diagnostics messages);
Failure refusal(const std::string& place, const std::string& message, const std::string& remedy);

// The JSON text of a result, or why there is none.
using Answer = std::variant<std::string, Failure>;

struct Request {
  std::string id;  // its JSON text; empty: a notification, which nobody answers
  std::string method;
  sim::Json params;  // an object, or Null
};

// A line that is no request, with the id to answer to.
struct BadRequest {
  std::string id = "null";
  Failure failure;
};

std::variant<Request, BadRequest> parseRequest(std::string_view line, const Limits& limits);

// With its line end.
std::string replyText(const std::string& id, const Answer& answer);

}  // namespace fluxion::server
