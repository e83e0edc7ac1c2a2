#include "app/server/message.h"

#include <algorithm>

#include "app/server/json_text.h"

namespace fluxion::server {

Failure refusal(sim::Diagnostics messages) {
  const auto first = std::ranges::find(messages, sim::Severity::Error, &sim::Diagnostic::severity);
  const std::string text = sim::to_text(first == messages.end() ? messages.front() : *first);
  return {Refused, text, std::move(messages)};
}

Failure refusal(const std::string& place, const std::string& message, const std::string& remedy) {
  return refusal({sim::error(place, message, remedy)});
}

// What the reader of files says, of a message.
static Failure notJson(const sim::Diagnostic& d) {
  constexpr std::string_view file = "the file ";
  std::string what = d.message;
  if (what.starts_with(file)) what.replace(0, file.size(), "the message ");
  return {NotJson, d.path.empty() ? what : d.path + ": " + what};
}

static bool isVersion2(const sim::Json& json) {
  const sim::Json* version = json.find("jsonrpc");
  return version && version->kind == sim::Json::Kind::Text && version->text == "2.0";
}

std::variant<Request, BadRequest> parseRequest(std::string_view line, const Limits& limits) {
  using Kind = sim::Json::Kind;
  auto json = sim::parse_json(line, {}, {limits.messageBytes, limits.messageDepth, limits.messageValues});
  BadRequest bad;
  const auto because = [&](int code, const std::string& why) {
    bad.failure = {code, why};
    return bad;
  };
  if (!json) {
    bad.failure = notJson(json.error());
    return bad;
  }
  if (json->kind == Kind::Array)
    return because(NoRequest, "batches are not understood: send one request a line");
  if (json->kind != Kind::Object) return because(NoRequest, "a request is a JSON object");
  Request request;
  if (const sim::Json* id = json->find("id")) {
    if (id->kind != Kind::Text && id->kind != Kind::Number)
      return because(NoRequest, "the id of a request is a string or a number");
    if (id->text.size() > 200) return because(NoRequest, "the id of a request has at most 200 characters");
    request.id = bad.id = id->kind == Kind::Text ? sim::json_string(id->text) : id->text;
  }
  if (!isVersion2(*json)) return because(NoRequest, "a request has the member \"jsonrpc\": \"2.0\"");
  const sim::Json* method = json->find("method");
  if (!method || method->kind != Kind::Text)
    return because(NoRequest, "a request has a \"method\", which is a string");
  request.method = method->text;
  if (sim::Json* params = json->find("params")) {
    if (params->kind != Kind::Object)
      return because(WrongParameters, "\"params\" is an object: parameters are given by name");
    request.params = std::move(*params);
  }
  return request;
}

std::string replyText(const std::string& id, const Answer& answer) {
  ObjectText reply;
  reply.text("jsonrpc", "2.0").raw("id", id);
  if (const Failure* failure = std::get_if<Failure>(&answer)) {
    ObjectText error;
    error.raw("code", std::to_string(failure->code)).text("message", failure->message);
    if (!failure->messages.empty())
      error.raw("data", ObjectText().raw("messages", messagesText(failure->messages)).str());
    reply.raw("error", error.str());
  } else {
    reply.raw("result", std::get<std::string>(answer));
  }
  return reply.str() + '\n';
}

}  // namespace fluxion::server
