//! A worker process for the tests of this crate. Its orders are words for good and bad behavior.

use std::fs;
use std::hint::black_box;
use std::io;
use std::net::TcpStream;
use std::os::unix::fs::symlink;
use std::os::unix::net::UnixListener;
use std::os::unix::process::CommandExt as _;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use isolation::worker::{WorkReporter, serve};
use isolation::{Permissions, ProcessPool, Settings, WorkLimits};
use rustix::fs::{CWD, FileType, Mode, makedev, mknodat};
use rustix::process::{Pid, Resource, Signal, getppid, getrlimit, kill_process, setpgid, setrlimit, setsid};
use rustix::thread::UnshareFlags;

fn main() -> io::Result<()> {
    if std::env::args().nth(1).is_some_and(|word| word == "--parent") {
        return be_parent();
    }
    // Its arguments are private paths.
    let private = std::env::args_os().skip(1).map(Into::into).collect();
    serve(&Permissions { private, ..Permissions::default() }, |request, folder, reporter| {
        let order = String::from_utf8_lossy(request).into_owned();
        let (word, rest) = order.split_once(' ').unwrap_or((&order, ""));
        match obey_order(word, rest, folder, reporter) {
            Ok(reply) => format!("ok {reply}").into_bytes(),
            Err(error) => format!("error {error}").into_bytes(),
        }
    })
}

/// Starts a worker process, prints its number, and waits to be killed.
fn be_parent() -> io::Result<()> {
    let program = std::env::current_exe()?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let pool = ProcessPool::new(Settings { program, arguments: Vec::new(), spare: 0 });
        let mut lease = pool.lease().await.map_err(io::Error::other)?;
        let minute = Duration::from_mins(1);
        let size = 1 << 28;
        let limits = WorkLimits { memory: size, cpu: minute, time: minute, open_files: 64, file_size: size };
        let reply = lease.run("pid".into(), &limits, &mut |_, _| ()).await.map_err(io::Error::other)?;
        println!("{}", String::from_utf8_lossy(&reply));
        tokio::time::sleep(minute).await;
        Ok(())
    })
}

fn obey_order(word: &str, rest: &str, folder: &Path, reporter: &mut WorkReporter<'_>) -> io::Result<String> {
    match word {
        "pid" => return Ok(std::process::id().to_string()),
        "environment" => return Ok(std::env::vars().map(|(name, _)| name).collect::<Vec<_>>().join(" ")),
        "shout" => {
            let text = fs::read_to_string(folder.join("in"))?;
            fs::write(folder.join("out"), text.to_uppercase())?;
        }
        "steps" => (1..=3).for_each(|step| reporter.report_progress(step, 3)),
        "pieces" => {
            for number in 0..rest.parse::<u32>().map_err(io::Error::other)? {
                reporter.send_piece(number.to_le_bytes().to_vec())?;
            }
        }
        // Standard output is the connection's no longer.
        "print" => println!("{rest}"),
        "read" => return fs::read_to_string(rest),
        "connect" => drop(TcpStream::connect(rest)?),
        "allocate" => {
            let bytes = black_box(vec![1_u8; rest.parse().map_err(io::Error::other)?]);
            return Ok(bytes.len().to_string());
        }
        "spin" => loop {
            black_box(0);
        },
        "sleep" => std::thread::sleep(Duration::from_hours(1)),
        "plant" => {
            let (kind, target) = rest.split_once(' ').unwrap_or((rest, ""));
            plant_entry(kind, Path::new(target), folder)?;
        }
        "escape" => try_escape(rest)?,
        "limit" => return hard_limit(rest),
        "write" => fs::write(folder.join("big"), vec![0; rest.parse().map_err(io::Error::other)?])?,
        "panic" => panic!("as ordered"),
        "abort" => std::process::abort(),
        "leave" => std::process::exit(3),
        // A program in a process group of its own.
        "start" => {
            let sleep = || {
                let mut command = Command::new("sleep");
                command.arg("3600");
                command
            };
            // A confined process may not begin a group.
            let child = sleep().process_group(0).spawn().or_else(|_| sleep().spawn())?;
            fs::write(folder.join("child"), child.id().to_string())?;
            std::thread::sleep(Duration::from_hours(1));
        }
        _ => return Err(io::Error::other("unknown order")),
    }
    Ok(String::new())
}

/// Puts something other than a plain file of moderate size under the name `made`.
fn plant_entry(kind: &str, target: &Path, folder: &Path) -> io::Result<()> {
    let made = folder.join("made");
    match kind {
        "symlink" => symlink(target, made),
        "link" => {
            fs::write(folder.join("other"), "x")?;
            fs::hard_link(folder.join("other"), made)
        }
        "pipe" => Ok(mknodat(CWD, made, FileType::Fifo, Mode::RWXU, 0)?),
        "device" => Ok(mknodat(CWD, made, FileType::CharacterDevice, Mode::RWXU, makedev(1, 5))?),
        "socket" => UnixListener::bind(made).map(drop),
        "folder" => fs::create_dir(made),
        "large" => fs::File::create(made)?.set_len(1 << 19),
        _ => Err(io::Error::other("unknown kind")),
    }
}

/// Tries to leave the confinement.
fn try_escape(way: &str) -> io::Result<()> {
    let server = || getppid().ok_or_else(|| io::Error::other("no parent"));
    let run = |program: &str, arguments: &[&str]| {
        let status = Command::new(program).args(arguments).status()?;
        if status.success() { Ok(()) } else { Err(io::Error::other(status.to_string())) }
    };
    match way {
        "session" => setsid().map(drop).map_err(Into::into),
        // A child leads no group, so it could.
        "child session" => run("setsid", &["true"]),
        "group" => run("perl", &["-e", "setpgrp(0, 0) or exit 1"]),
        "group of its own" => Command::new("true").process_group(0).status().map(drop),
        "namespace" => {
            #[expect(deprecated, reason = "the replacement is unsafe")]
            let unshared = rustix::thread::unshare(UnshareFlags::NEWUSER);
            Ok(unshared?)
        }
        "child namespace" => run("unshare", &["--user", "true"]),
        "signal" => Ok(kill_process(server()?, Signal::CONT)?),
        "signal to all" => run("sh", &["-c", "kill -CONT -1"]),
        "limits of the server" => {
            let limit = getrlimit(Resource::Nofile);
            Ok(rustix::process::prlimit(Some(server()?), Resource::Nofile, limit).map(drop)?)
        }
        "priority of the server" => Ok(rustix::process::setpriority_process(Some(server()?), 19)?),
        "memory" | "files" | "size" | "processes" => {
            let resource = parse_resource(way)?;
            let maximum = Some(u64::from(u32::MAX) << 8);
            Ok(setrlimit(resource, rustix::process::Rlimit { current: maximum, maximum })?)
        }
        "privileges" => {
            let sets = rustix::thread::capabilities(None)?;
            if sets.effective.is_empty() { Err(io::Error::other("none")) } else { Ok(()) }
        }
        "secrets" => {
            let file = format!("/proc/{}/cmdline", server()?.as_raw_pid());
            fs::read(file).map(drop)
        }
        _ => Ok(setpgid(Pid::from_raw(1), None)?),
    }
}

fn hard_limit(name: &str) -> io::Result<String> {
    let limit = getrlimit(parse_resource(name)?);
    Ok(format!("{:?} {:?}", limit.current, limit.maximum))
}

fn parse_resource(name: &str) -> io::Result<Resource> {
    Ok(match name {
        "memory" => Resource::Data,
        "files" => Resource::Nofile,
        "size" => Resource::Fsize,
        "processes" => Resource::Nproc,
        _ => return Err(io::Error::other("unknown resource")),
    })
}
