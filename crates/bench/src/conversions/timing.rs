//! Wall time.

use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};

/// The time of a run.
#[derive(Debug, Clone, Copy)]
pub struct Took {
    /// Wall time.
    pub wall: Duration,
}

impl Took {
    /// Wall time in seconds.
    pub fn seconds(&self) -> f64 {
        self.wall.as_secs_f64().max(1e-6)
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
    let began = Instant::now();
    work()?;
    Ok(Took { wall: began.elapsed() })
}

/// The median of `runs` runs.
pub fn median(runs: u32, mut work: impl FnMut() -> anyhow::Result<Took>) -> anyhow::Result<Took> {
    let mut took: Vec<Took> = (0..runs.max(1)).map(|_| work()).collect::<anyhow::Result<_>>()?;
    took.sort_by_key(|took| took.wall);
    Ok(took[took.len() / 2])
}

#[cfg(test)]
mod tests {
    use std::process::Command;
    use std::time::Duration;

    use super::{Took, median, run};

    #[test]
    fn the_median_is_neither_the_fastest_nor_the_slowest() {
        let mut times = [3, 1, 2].into_iter().map(Duration::from_secs);
        let took = median(3, || Ok(Took { wall: times.next().unwrap() })).unwrap();
        assert_eq!(took.wall, Duration::from_secs(2));
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
