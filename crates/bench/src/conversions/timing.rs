//! Wall time.

use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};

/// Runs a program, which must succeed.
pub fn time_command(command: &mut Command) -> anyhow::Result<Duration> {
    let name = command.get_program().to_string_lossy().into_owned();
    time_closure(|| {
        let ended = command.stdout(Stdio::null()).stderr(Stdio::piped()).output();
        let ended = ended.with_context(|| format!("{name} cannot be run: `make bench` installs it"))?;
        ensure!(ended.status.success(), "{name}: {}", String::from_utf8_lossy(&ended.stderr));
        Ok(())
    })
}

pub fn time_closure(work: impl FnOnce() -> anyhow::Result<()>) -> anyhow::Result<Duration> {
    let began = Instant::now();
    work()?;
    Ok(began.elapsed())
}

/// The median of `runs` runs.
pub fn median_time(
    runs: u32,
    mut work: impl FnMut() -> anyhow::Result<Duration>,
) -> anyhow::Result<Duration> {
    (0..runs.max(1)).map(|_| work()).collect::<anyhow::Result<_>>().map(middle_time)
}

/// The median of some times.
pub fn middle_time(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times[times.len() / 2]
}

#[cfg(test)]
mod tests {
    use std::process::Command;
    use std::time::Duration;

    use super::{median_time, time_command};

    #[test]
    fn the_median_is_neither_the_fastest_nor_the_slowest() {
        let mut times = [3, 1, 2].into_iter().map(Duration::from_secs);
        let took = median_time(3, || Ok(times.next().unwrap())).unwrap();
        assert_eq!(took, Duration::from_secs(2));
    }

    #[test]
    fn a_program_that_fails_is_not_measured() {
        assert!(
            time_command(Command::new("sh").args(["-c", "echo no >&2; exit 3"]))
                .unwrap_err()
                .to_string()
                .contains("no")
        );
        assert!(time_command(&mut Command::new("openshelf-no-such-program")).is_err());
        assert!(time_command(&mut Command::new("true")).is_ok());
    }
}
