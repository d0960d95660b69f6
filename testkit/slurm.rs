//! Slurm on this machine: a controller and a node of its own for a test, without root, munge or
//! any configuration of the system.

use std::fs::{self, File};
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use crate::cli::Dir;
use crate::program::Running;
use crate::wait::{try_wait_for, wait_for};

/// Where the daemons are on Debian, beside the folders of the search path.
const FOLDERS: [&str; 2] = ["/usr/sbin", "/usr/local/sbin"];

/// A Slurm of one node that says it has sixteen processors.
pub struct Slurm {
    config: PathBuf,
    // Dropped in this order: the node first.
    _node: Running,
    _controller: Running,
    _folder: tempfile::TempDir,
}

/// Where a program is.
fn find(program: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::env::split_paths(&path).chain(FOLDERS.map(PathBuf::from));
    let mut files = folders.map(|folder| folder.join(program));
    files.find(|file| file.is_file())
}

/// A command of the Slurm with this configuration.
fn command(program: &str, config: &Path) -> Command {
    let mut command = Command::new(find(program).expect("was there"));
    command.env("SLURM_CONF", config).stdin(Stdio::null());
    command
}

/// What a command prints, if it succeeds.
fn printed(command: &mut Command) -> Option<String> {
    let output = command
        .output()
        .ok()
        .filter(|output| output.status.success());
    let text = String::from_utf8(output?.stdout).ok()?;
    Some(text.trim().to_owned())
}

impl Slurm {
    /// Starts it. `None`, and a line that says why, where it is not installed or cannot run.
    pub fn start() -> Option<Self> {
        let skipped = |why: &str| println!("skipped: {why}");
        for program in ["sbatch", "squeue", "sinfo", "slurmctld", "slurmd"] {
            if find(program).is_none() {
                skipped(&format!(
                    "{program} is not installed (Debian: slurmctld slurmd slurm-client)"
                ));
                return None;
            }
        }
        let (Some(user), Some(host)) = (
            printed(Command::new("id").arg("-un")),
            printed(Command::new("hostname").arg("-s")),
        ) else {
            skipped("this user or this machine has no name");
            return None;
        };
        let folder = tempfile::tempdir().expect("has a temporary folder");
        let config = folder.path().join("slurm.conf");
        let ports = [0, 0].map(|_| TcpListener::bind("127.0.0.1:0").expect("has free ports"));
        let ports = ports.map(|port| port.local_addr().expect("has one").port());
        let at = folder.path().display();
        let [controller, node] = ports;
        let lines = format!(
            "ClusterName=planwright\n\
             SlurmctldHost={host}(127.0.0.1)\n\
             SlurmctldPort={controller}\nSlurmdPort={node}\n\
             SlurmUser={user}\nSlurmdUser={user}\n\
             AuthType=auth/none\nCredType=cred/none\n\
             StateSaveLocation={at}/state\nSlurmdSpoolDir={at}/spool\n\
             SlurmctldPidFile={at}/slurmctld.pid\nSlurmdPidFile={at}/slurmd.pid\n\
             ProctrackType=proctrack/linuxproc\nTaskPlugin=task/none\n\
             JobAcctGatherType=jobacct_gather/none\nMpiDefault=none\n\
             SelectType=select/cons_tres\nSelectTypeParameters=CR_CPU\n\
             SlurmdParameters=config_overrides\nReturnToService=2\n\
             NodeName={host} NodeAddr=127.0.0.1 CPUs=16 State=UNKNOWN\n\
             PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP\n"
        );
        fs::write(&config, lines).expect("is writable");
        for name in ["state", "spool"] {
            fs::create_dir(folder.path().join(name)).expect("is writable");
        }
        let log = |name: &str| folder.path().join(format!("{name}.log"));
        let start = |name: &str, arguments: &[&str]| {
            let file = File::create(log(name)).expect("is writable");
            let mut command = command(name, &config);
            command.args(arguments).stdout(Stdio::null()).stderr(file);
            Running::start(&mut command)
        };
        let mut controller = start("slurmctld", &["-D", "-i"]);
        let mut node = start("slurmd", &["-D"]);
        let state = || printed(command("sinfo", &config).args(["--noheader", "--format=%T"]));
        // It is no fault of ours where a Slurm that was built otherwise does not start.
        let up = try_wait_for(30, || {
            for (name, running) in [("slurmctld", &mut controller), ("slurmd", &mut node)] {
                if running.0.try_wait().is_ok_and(|ended| ended.is_some()) {
                    let text = fs::read_to_string(log(name)).unwrap_or_default();
                    let last = text.lines().last().unwrap_or_default().to_owned();
                    return Some(Err(format!("{name} ended: {last}")));
                }
            }
            (state()? == "idle").then_some(Ok(()))
        });
        match up {
            Some(Ok(())) => Some(Self {
                config,
                _node: node,
                _controller: controller,
                _folder: folder,
            }),
            Some(Err(why)) => {
                skipped(&why);
                None
            }
            None => {
                skipped("Slurm does not come up here");
                None
            }
        }
    }

    /// Submits a script in a folder, and waits until all of its tasks have ended.
    ///
    /// # Panics
    /// Panics if it is refused.
    #[track_caller]
    pub fn batch(&self, dir: &Dir, script: &str) {
        let mut sbatch = command("sbatch", &self.config);
        // Tasks have the environment of the command.
        sbatch
            .arg(script)
            .current_dir(dir.path(""))
            .env("PATH", dir.search_path())
            .env("PLANWRIGHT_HOME", dir.path("home"));
        let Output { status, stderr, .. } = sbatch.output().expect("is there");
        assert!(status.success(), "{}", String::from_utf8_lossy(&stderr));
        wait_for("the queue is empty", 120, || {
            let queue = printed(command("squeue", &self.config).arg("--noheader"));
            queue?.is_empty().then_some(())
        });
    }
}
