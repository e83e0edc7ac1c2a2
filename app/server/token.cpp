#include "app/server/token.h"

#include <cstring>

#include "sim_core/base/file_handle.h"

namespace fluxion::server {

sim::Result<std::string> readToken(const std::string& file) {
  constexpr std::size_t least = 16, most = 1024;
  const sim::FileHandle handle(file, O_RDONLY | O_NONBLOCK);
  struct stat status {};
  if (!handle.is_open() || ::fstat(*handle, &status) != 0)
    return sim::error(file, std::string("the token cannot be read: ") + std::strerror(errno),
                      "name a file with a token in it");
  if (!S_ISREG(status.st_mode))
    return sim::error(file, "this is not a file", "name a file with a token in it");
  if ((status.st_mode & (S_IRWXG | S_IRWXO)) != 0)
    return sim::error(file, "others may read the token", "chmod 600 " + file);
  std::string text;
  if (!handle.read_all(text, most + 1))
    return sim::error(file, "the token cannot be read", "name a file with a token in it");
  constexpr const char* space = " \t\r\n";
  text.erase(0, text.find_first_not_of(space));
  text.erase(text.find_last_not_of(space) + 1);
  if (text.size() < least || text.size() > most)
    return sim::error(file, "a token has from 16 to 1024 characters",
                      "make one: openssl rand -hex 32 > " + file);
  return text;
}

bool sameToken(std::string_view given, std::string_view token) {
  unsigned differs = given.size() == token.size() ? 0 : 1;
  for (std::size_t k = 0; k < token.size(); ++k) {
    const char other = k < given.size() ? given[k] : '\0';
    differs |= static_cast<unsigned>(static_cast<unsigned char>(other ^ token[k]));
  }
  return differs == 0;
}

}  // namespace fluxion::server
