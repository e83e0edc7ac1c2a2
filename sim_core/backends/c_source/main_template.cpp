#include "sim_core/backends/c_source/model_template.h"

namespace sim::c_source {

const std::string_view main_template = R"c({title}

/* Runs the model to its stop time and writes what it records as CSV: to the file that is named, or to the
   standard output. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model.h"

/* The shortest digits that are read back as this number. */
static int shortest_digits(double size, char text[32]) {
  int digits = size < 1e-300 ? 1 : 15;
  for (; digits < 17; ++digits) {
    snprintf(text, 32, "%.*e", digits - 1, size);
    if (strtod(text, NULL) == size) break;
  }
  if (digits == 17) snprintf(text, 32, "%.16e", size);
  return digits;
}

/* As a decimal fraction or with an exponent, whichever is shorter. */
static void print_number(FILE *file, double value) {
  char text[32], digits[24];
  const double size = fabs(value);
  int count = 0, exponent, length_fixed, length_scientific;
  if (isnan(value) || isinf(value) || size <= 0.0) {
    fputs(isnan(value) ? "nan" : isinf(value) ? (value > 0 ? "inf" : "-inf") : signbit(value) ? "-0" : "0", file);
    return;
  }
  (void)shortest_digits(size, text);
  for (const char *c = text; *c != 'e'; ++c)
    if (*c != '.') digits[count++] = *c;
  while (count > 1 && digits[count - 1] == '0') --count;
  digits[count] = '\0';
  exponent = atoi(strchr(text, 'e') + 1);
  length_scientific = count + (count > 1) + (abs(exponent) > 99 ? 5 : 4);
  length_fixed = exponent >= count - 1 ? exponent + 1 : exponent >= 0 ? count + 1 : count + 1 - exponent;
  if (value < 0) fputc('-', file);
  if (length_scientific < length_fixed)
    fprintf(file, "%c%s%s%s%02d", digits[0], count > 1 ? "." : "", digits + 1, exponent < 0 ? "e-" : "e+",
            abs(exponent));
  else if (exponent >= count - 1)
    fprintf(file, "%.0f", size);
  else if (exponent >= 0)
    fprintf(file, "%.*s.%s", exponent + 1, digits, digits + exponent + 1);
  else
    fprintf(file, "0.%.*s%s", -exponent - 1, "0000000000", digits);
}

%if columns
static void print_next(FILE *file, double value) {
  fputc(',', file);
  print_number(file, value);
}

%end
static void print_row(void *context, const model_outputs *row) {
  FILE *file = context;
  print_number(file, row->time / {time_unit});
{print_members}  fputc('\n', file);
}

int main(int count, char **words) {
  static const char *const messages[] = {
      "",
      "the stop time has been reached",
      "ended by a block",
      "a block does not allow it to go on",
      "a state became infinite or not a number",
      "switches go to and fro at one instant",
      "events follow one another without end at one instant",
  };
  static model instance;
  model_status status;
  FILE *file = count > 1 ? fopen(words[1], "w") : stdout;
  if (!file) {
    fprintf(stderr, "%s cannot be written\n", words[1]);
    return 1;
  }
{print_header}  model_defaults(&instance);
  instance.on_row = print_row;
  instance.context = file;
  status = model_initialize(&instance);
  while (status == MODEL_OK && instance.time < instance.stop_time) status = model_step(&instance);
  model_terminate(&instance);
  if (status != MODEL_OK)
    fprintf(stderr, "t = %.17g: %s%s%s\n", instance.time, messages[status], instance.message ? ": " : "",
            instance.message ? instance.message : "");
  if (fflush(file) != 0 || ferror(file) || (file != stdout && fclose(file) != 0)) {
    fputs("the rows cannot be written\n", stderr);
    return 1;
  }
  return status <= MODEL_ENDED ? 0 : 1;
}
)c";

const std::string_view make_template =
    R"c(# Products are not fused with sums, so that the results are those of the simulation to the last bit.
CFLAGS ?= -O2
CFLAGS += -std=c99 -ffp-contract=off

model: main.o model.o model_data.o
	$(CC) $(LDFLAGS) -o $@ $^ -lm

main.o model.o model_data.o: model.h

clean:
	rm -f model main.o model.o model_data.o
)c";

const std::string_view cmake_template = R"c(cmake_minimum_required(VERSION 3.10)
project(model C)
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release)
endif()
add_library(model_code STATIC model.c model_data.c)
set_target_properties(model_code PROPERTIES C_STANDARD 99 C_STANDARD_REQUIRED ON C_EXTENSIONS OFF)
target_include_directories(model_code PUBLIC ${CMAKE_CURRENT_SOURCE_DIR})
# Products are not fused with sums, so that the results are those of the simulation to the last bit.
target_compile_options(model_code PRIVATE -ffp-contract=off)
target_link_libraries(model_code PUBLIC m)
add_executable(model main.c)
target_link_libraries(model PRIVATE model_code)
)c";

}  // namespace sim::c_source
