#pragma once
// Rules of MISRA C:2012 that generated code departs from, as the addon of cppcheck finds them
// (tests/cli/generate_checks_test.py), and what the code does there.
#include <string_view>

namespace sim {

struct MisraDeviation {
  std::string_view rules, what;
};

inline constexpr MisraDeviation misra_deviations[] = {
    {"2.2", "computes what another model of the same shape needs"},
    {"2.4", "gives structs a tag beside the name of their type"},
    {"7.2", "writes large hexadecimal numbers without `u`"},
    {"8.7", "has entry points that `main.c` does not call"},
    {"8.9", "keeps tables in front of the function that reads them"},
    {"8.14", "says `restrict`, as results never overlap states"},
    {"9.3", "initializes arrays with `{0.0}`"},
    {"10.1, 10.3, 10.4, 10.6, 10.8",
     "has `int` for true and false, and whole numbers in expressions of `double`"},
    {"11.9", "initializes pointers with 0"},
    {"12.1", "leaves out parentheses where precedence is that of arithmetic"},
    {"12.3", "declares several variables together"},
    {"13.3, 13.4", "increments where it reads, and assigns several variables together"},
    {"14.2, 14.4", "has loops with two conditions, and conditions of type `int`"},
    {"15.5", "returns as soon as the result is known"},
    {"15.6, 15.7", "has bodies of one statement without braces, and `else if` without a last `else`"},
    {"17.7, 17.8", "does not use what `memcpy` returns, and counts parameters down"},
    {"18.4", "adds to pointers"},
    {"21.16", "compares doubles bit by bit with `memcmp`"},
};

}  // namespace sim
