//! Limits of open files and sockets of this process.

use rustix::process::{Resource, getrlimit, setrlimit};

/// The soft limit is not raised beyond this: programs that the server starts inherit it, and some of them are
/// slow with a limit of millions.
const MAX_SOFT_LIMIT: u64 = 65_536;

/// Descriptors for other uses than connections: the log, the index, the operator's address, programs that
/// convert books.
const RESERVED_DESCRIPTORS: u64 = 128;

/// Raises the soft limit to the hard one, and returns the new limit.
pub fn raise_limit() -> u64 {
    let mut limit = getrlimit(Resource::Nofile);
    let soft = limit.current.unwrap_or(u64::MAX);
    let wanted = limit.maximum.unwrap_or(u64::MAX).min(MAX_SOFT_LIMIT);
    if soft >= wanted {
        return soft;
    }
    limit.current = Some(wanted);
    match setrlimit(Resource::Nofile, limit) {
        Ok(()) => wanted,
        Err(error) => {
            tracing::warn!(%error, soft, "the limit of open files cannot be raised");
            soft
        }
    }
}

/// Number of connections that fit into this many descriptors besides `database` database connections. Each
/// may have a file open, or a connection to the object store.
pub fn max_connections(descriptors: u64, database: u32) -> usize {
    // A connection to SQLite holds the file, its log and the log's index.
    let reserve = RESERVED_DESCRIPTORS + 4 * u64::from(database);
    usize::try_from(descriptors.saturating_sub(reserve) / 2).unwrap_or(usize::MAX)
}

#[cfg(test)]
mod tests {
    use super::{max_connections, raise_limit};

    #[test]
    fn files_and_database_keep_their_part() {
        assert_eq!(max_connections(1024, 8), 432);
        assert_eq!(max_connections(100, 8), 0);
        let held = raise_limit();
        assert_eq!(raise_limit(), held, "raised once, it stays");
    }
}
