"""Drives fluxion-cli generate: generated programs on an emulated processor."""
import csv
import os
import shutil
import subprocess
import unittest

from cli_test import EXAMPLES
from generated_library import Targets


# The board mps2-an386: code at 0, memory at 0x20000000; what the program writes goes through the emulator.
STARTUP = r"""
extern int main(int, char **);
extern void initialise_monitor_handles(void);
extern void exit(int);
extern unsigned char stack_top[];
void _init(void) {}
void _fini(void) {}
void reset(void) {
  static char name[] = "model";
  char *words[] = {name, 0};
  initialise_monitor_handles();
  exit(main(1, words));
}
static void stuck(void) { for (;;) {} }
__attribute__((section(".vectors"), used)) static const void *const vectors[] = {
    stack_top, (const void *)reset, (const void *)stuck, (const void *)stuck};
"""
LAYOUT = """
ENTRY(reset)
MEMORY { code : ORIGIN = 0, LENGTH = 4M  memory : ORIGIN = 0x20000000, LENGTH = 4M }
SECTIONS {
  .text : { KEEP(*(.vectors)) *(.text* .rodata* .init .fini .eh_frame*) *(.ARM.*) } > code
  .data : { *(.data*) } > memory
  .bss (NOLOAD) : { __bss_start__ = .; *(.bss* COMMON) __bss_end__ = .; } > memory
  end = .;
  stack_top = 0x20400000;
}
"""
ARM = "arm-none-eabi-gcc"


@unittest.skipUnless(shutil.which(ARM) and shutil.which("qemu-system-arm"), "the cross compiler or the emulator is not installed")
class ProcessorInTheLoop(Targets):
    def test_on_a_cortex_m4_it_gives_what_a_run_gives(self):
        for name in ("sampled_pid", "van_der_pol", "stick_slip"):
            with self.subTest(name):
                model = EXAMPLES / name / f"{name}.flx"
                options = ("--config", "Solver=ode4", "--config", "FixedStep=0.01", "--config", "StopTime=1")
                folder = self.generate(model, *options, name=name)
                (folder / "startup.c").write_text(STARTUP)
                (folder / "layout.ld").write_text(LAYOUT)
                subprocess.run([ARM, "-mcpu=cortex-m4", "-mthumb", "-std=c99", "-O2", "-ffp-contract=off", "-nostartfiles",
                                "--specs=rdimon.specs", "-T", "layout.ld", "-o", "model.elf", "startup.c", "main.c", "model.c",
                                "model_data.c", "-lm"], cwd=folder, check=True)
                said = subprocess.run(["qemu-system-arm", "-M", "mps2-an386", "-nographic", "-semihosting", "-monitor", "none",
                                       "-serial", "none", "-kernel", "model.elf"], cwd=folder, capture_output=True, text=True,
                                      timeout=120, stdin=subprocess.DEVNULL)
                self.assertEqual(said.returncode, 0, said.stderr)
                there = list(csv.reader(said.stdout.splitlines()))
                here = self.folder / "run.csv"
                self.succeed("run", str(model), "--out", str(here), "--quiet", *options)
                with here.open(newline="") as file:
                    expected = list(csv.reader(file))
                self.assertEqual((there[0], len(there)), (expected[0], len(expected)))
                # Another mathematical library rounds some functions otherwise.
                for row, reference in zip(there[1:], expected[1:]):
                    for a, b in zip(row, reference):
                        self.assertAlmostEqual(float(a), float(b), delta=1e-12 * max(1, abs(float(b))))

    def test_the_report_says_how_large_it_is_there(self):
        folder = self.folder / "code"
        self.succeed("generate", str(EXAMPLES / "sampled_pid" / "sampled_pid.flx"), "--config", "Solver=ode4", "--out", str(folder),
                     "--quiet", "--measure", env={**os.environ, "CC": f"{ARM} -mcpu=cortex-m4 -mthumb"})
        page = (folder / "report.html").read_text()
        self.assertIn("arm-none-eabi-gcc -mcpu=cortex-m4 -mthumb -O2", page)
        self.assertRegex(page, r"Variables</td><td class=\"n\">0<")
        self.assertRegex(page, r"Stack, without that of mathematical functions</td><td class=\"n\">[1-9]\d*<")


if __name__ == "__main__":
    unittest.main()
