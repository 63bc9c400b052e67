//! A worker process for the tests of this crate. Its orders are words for good and bad behavior.

use std::fs;
use std::hint::black_box;
use std::io;
use std::net::TcpStream;
use std::os::unix::process::CommandExt as _;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use isolation::Freedom;
use isolation::worker::{Reporter, serve};

fn main() -> io::Result<()> {
    serve(&Freedom::default(), |request, folder, reporter| {
        let order = String::from_utf8_lossy(request).into_owned();
        let (word, rest) = order.split_once(' ').unwrap_or((&order, ""));
        match obey(word, rest, folder, reporter) {
            Ok(reply) => format!("ok {reply}").into_bytes(),
            Err(error) => format!("error {error}").into_bytes(),
        }
    })
}

fn obey(word: &str, rest: &str, folder: &Path, reporter: &mut Reporter<'_>) -> io::Result<String> {
    match word {
        "pid" => return Ok(std::process::id().to_string()),
        "environment" => return Ok(std::env::vars().map(|(name, _)| name).collect::<Vec<_>>().join(" ")),
        "shout" => {
            let text = fs::read_to_string(folder.join("in"))?;
            fs::write(folder.join("out"), text.to_uppercase())?;
        }
        "steps" => (1..=3).for_each(|step| reporter.progress(step, 3)),
        "pieces" => {
            for number in 0..rest.parse::<u32>().map_err(io::Error::other)? {
                reporter.send(number.to_le_bytes().to_vec())?;
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
        "write" => fs::write(folder.join("big"), vec![0; rest.parse().map_err(io::Error::other)?])?,
        "panic" => panic!("as ordered"),
        "abort" => std::process::abort(),
        "leave" => std::process::exit(3),
        // A program in a process group of its own.
        "start" => {
            let child = Command::new("sleep").arg("3600").process_group(0).spawn()?;
            fs::write(folder.join("child"), child.id().to_string())?;
            std::thread::sleep(Duration::from_hours(1));
        }
        _ => return Err(io::Error::other("unknown order")),
    }
    Ok(String::new())
}
