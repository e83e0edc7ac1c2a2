#!/usr/bin/env python3
"""The architecture test's own test: each rule is broken once, and kept once."""
import unittest

import check_includes as checker

LAYERS = checker.read_layers("""
# a house of five rooms
sim_core/base     :
sim_core/expr     : base
sim_core/diagram  : base expr   # trailing words are ignored
plugins/sdk       :
plugins/*         : sdk
editor            : @Qt
editor/canvas     : . sim_core/base @Qt
app/window        : editor editor/* sim_core/* @Qt
tests/*           : *
""")


class IncludeRules(unittest.TestCase):
    def check(self, path, text):
        if path.endswith(".h"):
            text = "#pragma once\n" + text
        return checker.check({path: text}, LAYERS)

    def assert_kept(self, path, text):
        self.assertEqual(self.check(path, text), [])

    def assert_broken(self, path, text, because):
        found = self.check(path, text)
        self.assertEqual(len(found), 1, found)
        self.assertIn(because, found[0])
        self.assertIn(path, found[0])

    def test_a_folder_includes_itself_and_what_it_is_allowed(self):
        self.assert_kept("sim_core/expr/a.h", '#include "sim_core/expr/b.h"\n#include "sim_core/base/id.h"\n')

    def test_a_folder_does_not_include_upwards(self):
        self.assert_broken("sim_core/base/a.h", '#include "sim_core/expr/b.h"\n', "may not include sim_core/expr")

    def test_angle_brackets_do_not_hide_an_include(self):
        self.assert_broken("sim_core/base/a.h", "#include <sim_core/expr/b.h>\n", "may not include sim_core/expr")

    def test_spaces_do_not_hide_an_include(self):
        self.assert_broken("sim_core/base/a.h", ' #  include"sim_core/expr/b.h"\n', "may not include sim_core/expr")

    def test_the_line_is_named(self):
        self.assert_broken("sim_core/base/a.cpp", '\n\n#include "sim_core/expr/b.h"\n', "a.cpp:3:")

    def test_nested_folders_belong_to_their_room(self):
        self.assert_kept("sim_core/expr/deep/er/a.h", '#include "sim_core/expr/b.h"\n')
        self.assert_broken("sim_core/base/deep/a.h", '#include "sim_core/expr/b.h"\n', "sim_core/base may not")

    def test_an_include_names_the_full_path(self):
        self.assert_broken("sim_core/base/a.cpp", '#include "a.h"\n', "full path")
        self.assert_broken("sim_core/base/a.cpp", '#include "../expr/b.h"\n', "full path")

    def test_system_headers_are_free(self):
        self.assert_kept("sim_core/base/a.h", "#include <vector>\n#include <sys/stat.h>\n#include <queue>\n")

    def test_generated_moc_files_are_free(self):
        self.assert_kept("tests/gui/a_test.cpp", '#include "a_test.moc"\n')

    def test_the_engine_includes_no_qt(self):
        for name in ("<QString>", "<QtCore/QString>", "<QtGlobal>", "<qglobal.h>", '"qcustomplot.h"'):
            self.assert_broken("sim_core/base/a.cpp", f"#include {name}\n", "may not include Qt")

    def test_the_window_includes_qt(self):
        self.assert_kept("editor/canvas/a.cpp", "#include <QGraphicsScene>\n#include <qcustomplot.h>\n")

    def test_the_roofs_own_files_are_a_folder(self):
        self.assert_kept("editor/canvas/a.cpp", '#include "editor/command_set.h"\n')
        self.assert_broken("editor/command_set.h", '#include "editor/canvas/a.h"\n', "editor may not include editor/canvas")

    def test_plug_ins_know_the_sdk_and_nothing_else(self):
        self.assert_kept("plugins/pendulum/a.cpp", '#include "plugins/sdk/plugin.h"\n')
        self.assert_broken("plugins/pendulum/a.cpp", '#include "plugins/other/b.h"\n', "may not include plugins/other")
        self.assert_broken("plugins/sdk/a.h", '#include "plugins/pendulum/b.h"\n', "plugins/sdk may not")

    def test_an_unknown_folder_is_refused(self):
        self.assert_broken("sim_core/attic/a.cpp", "", "sim_core/attic is not in")
        self.assert_broken("sim_core/a.cpp", "", "sim_core is not in")

    def test_heavy_headers_stay_in_source_files(self):
        for name in ("Eigen/Dense", "nlohmann/json.hpp", "umfpack.h", "suitesparse/klu.h"):
            self.assert_kept("sim_core/base/a.cpp", f"#include <{name}>\n")
            self.assert_broken("sim_core/base/a.h", f"#include <{name}>\n", "in .cpp files only")


class FileRules(unittest.TestCase):
    def test_a_header_needs_pragma_once(self):
        self.assertIn("#pragma once", checker.check({"sim_core/base/a.h": "int f();\n"}, LAYERS)[0])
        self.assertEqual(checker.check({"sim_core/base/a.h": "// What.\n#pragma once\n"}, LAYERS), [])
        self.assertEqual(checker.check({"sim_core/base/rows.def": "ROW(a)\n"}, LAYERS), [])

    def test_a_file_has_at_most_500_lines(self):
        self.assertEqual(checker.check({"sim_core/base/a.cpp": "\n" * 500}, LAYERS), [])
        self.assertIn("501 lines", checker.check({"sim_core/base/a.cpp": "\n" * 501}, LAYERS)[0])


class Cycles(unittest.TestCase):
    def test_a_ring_is_found_and_told(self):
        self.assertEqual(checker.find_cycle({"a": {"b"}, "b": {"c"}, "c": {"b"}}), ["b", "c", "b"])

    def test_a_diamond_is_no_ring(self):
        self.assertIsNone(checker.find_cycle({"a": {"b", "c"}, "b": {"d"}, "c": {"d"}}))

    def test_a_ring_that_patterns_allow_is_found_in_the_includes(self):
        layers = checker.read_layers("app/* : app/*")
        files = {"app/a/x.cpp": '#include "app/b/x.h"\n', "app/b/x.cpp": '#include "app/a/x.h"\n'}
        self.assertEqual(checker.check(files, layers),
                         ["a cycle between folders in the includes: app/a > app/b > app/a"])

    def test_a_ring_in_the_plan_is_found_before_anybody_uses_it(self):
        layers = checker.read_layers("app/a : b\napp/b : a")
        self.assertEqual(checker.check({}, layers), ["a cycle between folders in layers.txt: app/a > app/b > app/a"])


if __name__ == "__main__":
    unittest.main()
