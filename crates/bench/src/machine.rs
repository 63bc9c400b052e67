//! Description of the machine.

/// Cores, processor, memory, and the load before the run: other processes took their share.
pub fn describe_machine() -> String {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let processor =
        read_value("/proc/cpuinfo", "model name").unwrap_or_else(|| std::env::consts::ARCH.to_owned());
    let memory = read_value("/proc/meminfo", "MemTotal")
        .and_then(|text| text.split(' ').next()?.parse::<u64>().ok())
        .map_or_else(String::new, |kilobytes| format!(", {} GiB", kilobytes >> 20));
    let load = std::fs::read_to_string("/proc/loadavg")
        .ok()
        .and_then(|text| Some(format!(", load average {} before the run", text.split(' ').next()?)))
        .unwrap_or_default();
    format!("{cores} cores ({processor}){memory}{load}")
}

fn read_value(file: &str, name: &str) -> Option<String> {
    let text = std::fs::read_to_string(file).ok()?;
    let line = text.lines().find(|line| line.starts_with(name))?;
    Some(line.split_once(':')?.1.trim().to_owned())
}
