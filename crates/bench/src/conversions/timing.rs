//! Wall and processor time.

use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};

/// Times of a run.
#[derive(Debug, Clone, Copy)]
pub struct Took {
    /// Wall time.
    pub wall: Duration,
    /// Processor time of all processes that it started.
    pub processor: Duration,
}

impl Took {
    /// Wall time in seconds.
    pub fn seconds(&self) -> f64 {
        self.wall.as_secs_f64().max(1e-6)
    }

    /// Average number of busy cores.
    pub fn cores(&self) -> f64 {
        self.processor.as_secs_f64() / self.seconds()
    }
}

/// Runs a program, which must succeed.
pub fn run(command: &mut Command) -> anyhow::Result<Took> {
    let name = command.get_program().to_string_lossy().into_owned();
    within(|| {
        let ended = command.stdout(Stdio::null()).stderr(Stdio::piped()).output();
        let ended = ended.with_context(|| format!("{name} cannot be run: `make bench` installs it"))?;
        ensure!(ended.status.success(), "{name}: {}", String::from_utf8_lossy(&ended.stderr));
        Ok(())
    })
}

/// Measures a closure.
pub fn within(work: impl FnOnce() -> anyhow::Result<()>) -> anyhow::Result<Took> {
    let (began, before) = (Instant::now(), of_children()?);
    work()?;
    Ok(Took { wall: began.elapsed(), processor: of_children()?.saturating_sub(before) })
}

/// The median of `runs` runs.
pub fn median(runs: u32, mut work: impl FnMut() -> anyhow::Result<Took>) -> anyhow::Result<Took> {
    let mut took: Vec<Took> = (0..runs.max(1)).map(|_| work()).collect::<anyhow::Result<_>>()?;
    took.sort_by_key(|took| took.wall);
    Ok(took[took.len() / 2])
}

/// Processor time of all ended child processes and their children (proc(5), `cutime` and `cstime`).
fn of_children() -> anyhow::Result<Duration> {
    let stat = std::fs::read_to_string("/proc/self/stat").context("reading /proc/self/stat")?;
    children(&stat).context("/proc/self/stat")
}

fn children(stat: &str) -> Option<Duration> {
    // The second field is the name in parentheses, which may contain anything; the rest are numbers. A tick
    // is 10 ms on every Linux.
    let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
    let ticks = |at: usize| fields.get(at)?.parse::<u64>().ok();
    Some(Duration::from_millis((ticks(13)? + ticks(14)?) * 10))
}

#[cfg(test)]
mod tests {
    use std::process::Command;
    use std::time::Duration;

    use super::{Took, children, median, run};

    #[test]
    fn the_median_is_neither_the_fastest_nor_the_slowest() {
        let mut times = [3, 1, 2].into_iter().map(Duration::from_secs);
        let took = median(3, || Ok(Took { wall: times.next().unwrap(), processor: Duration::ZERO })).unwrap();
        assert_eq!(took.wall, Duration::from_secs(2));
    }

    #[test]
    fn the_time_of_children_is_that_of_the_system_and_their_own() {
        let stat = "7 (a (name) 1) S 1 7 7 0 -1 4194304 1 2 3 4 50 60 700 80 20 0 1 0 1 1 1";
        assert_eq!(children(stat), Some(Duration::from_millis(7800)));
        assert_eq!(children("7 (x) S 1"), None);
    }

    #[test]
    fn a_program_that_fails_is_not_measured() {
        assert!(
            run(Command::new("sh").args(["-c", "echo no >&2; exit 3"]))
                .unwrap_err()
                .to_string()
                .contains("no")
        );
        assert!(run(&mut Command::new("openshelf-no-such-program")).is_err());
        assert!(run(&mut Command::new("true")).is_ok());
    }
}
