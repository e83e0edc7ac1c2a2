#!/usr/bin/env python3
"""The recipe of docs/studies.md for Slurm, with its own daemons on this machine: a study in shards, as an array of jobs."""
import os
import pathlib
import shutil
import socket
import subprocess
import tempfile
import time
import unittest

import study_test
from cli_test import PROGRAM, CliTest

NEEDED = ("slurmctld", "slurmd", "sbatch", "squeue", "munged", "mungekey")


def program(name):
    return shutil.which(name) or shutil.which(name, path="/usr/sbin:/sbin")


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


@unittest.skipUnless(all(program(name) for name in NEEDED), "Slurm and munge are not installed")
@unittest.skipUnless(os.geteuid() == 0, "the daemons of Slurm want to be root here")
class Slurm(CliTest):
    """One node, without systemd and control groups. Nothing is left running."""

    study, table = study_test.Study.study, study_test.Study.table

    def setUp(self):
        super().setUp()
        folder = tempfile.TemporaryDirectory(dir="/tmp", ignore_cleanup_errors=True)
        self.addCleanup(folder.cleanup)
        self.cluster = pathlib.Path(folder.name)
        self.cluster.chmod(0o755)
        host, cores = socket.gethostname().split(".")[0], os.cpu_count()
        for name in ("state", "spool"):
            (self.cluster / name).mkdir()
        key, munge_socket = self.cluster / "munge.key", self.cluster / "munge.socket"
        subprocess.run([program("mungekey"), "--create", f"--keyfile={key}"], check=True)
        (self.cluster / "slurm.conf").write_text(f"""ClusterName=test
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={free_port()}
SlurmdPort={free_port()}
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket={munge_socket}
CredType=cred/munge
StateSaveLocation={self.cluster}/state
SlurmdSpoolDir={self.cluster}/spool
SlurmctldPidFile={self.cluster}/slurmctld.pid
SlurmdPidFile={self.cluster}/slurmd.pid
SlurmctldLogFile={self.cluster}/slurmctld.log
SlurmdLogFile={self.cluster}/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
ReturnToService=2
MpiDefault=none
NodeName={host} NodeAddr=127.0.0.1 CPUs={cores} State=UNKNOWN
PartitionName=all Nodes={host} Default=YES MaxTime=INFINITE State=UP OverSubscribe=FORCE:4
""")
        self.environment = dict(os.environ, SLURM_CONF=str(self.cluster / "slurm.conf"))
        self.begin([program("munged"), "--foreground", "--force", f"--key-file={key}", f"--socket={munge_socket}",
                    f"--pid-file={self.cluster}/munged.pid", f"--seed-file={self.cluster}/munged.seed",
                    f"--log-file={self.cluster}/munged.log"])
        self.wait(munge_socket.exists, 10)
        self.begin([program("slurmctld"), "-D"])
        self.begin([program("slurmd"), "-D"])
        self.wait(lambda: "idle" in self.ask("sinfo", "-h", "-o", "%t"), 60)

    def begin(self, command):
        daemon = subprocess.Popen(command, env=self.environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.addCleanup(daemon.wait)
        self.addCleanup(daemon.terminate)

    def ask(self, *command):
        return subprocess.run([program(command[0]), *command[1:]], env=self.environment, capture_output=True, text=True).stdout

    def wait(self, until, seconds):
        end = time.monotonic() + seconds
        while not until():
            if time.monotonic() > end:
                logs = "".join(p.read_text()[-1500:] for p in self.cluster.glob("*.log"))
                self.skipTest(f"Slurm does not start here:\n{logs}")
            time.sleep(0.2)

    def test_an_array_of_jobs_makes_the_table_of_one_machine(self):
        path = self.study(200)
        self.succeed("study", path)
        whole = self.table()
        (self.folder / "s.csv").unlink()
        self.folder.chmod(0o755)
        said = self.ask("sbatch", "--array=1-4", f"--chdir={self.folder}", "--output=job%a.txt",
                        f"--wrap={PROGRAM} study {path} --shard $SLURM_ARRAY_TASK_ID/$SLURM_ARRAY_TASK_COUNT")
        self.assertIn("Submitted batch job", said)
        end = time.monotonic() + 90
        while self.ask("squeue", "-h") and time.monotonic() < end:
            time.sleep(0.3)
        logs = "".join(p.read_text() for p in sorted(self.folder.glob("job*.txt")))
        self.assertEqual(len(list(self.folder.glob("s.*-of-4.csv"))), 4, logs)
        self.succeed("study", path, "--merge", "4")
        self.assertEqual(self.table(), whole)


if __name__ == "__main__":
    unittest.main()
