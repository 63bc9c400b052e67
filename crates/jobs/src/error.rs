//! How a job's attempt ends when it does not succeed.

/// Whether to try again. Each `?` in a job says which: what a fault of the moment is comes by itself
/// (`From`), what will never go better is said with [`JobError::fail`].
#[derive(Debug, thiserror::Error)]
pub enum JobError {
    /// A fault of the moment: tried again after a while, until the attempts are used up.
    #[error("{0:#}")]
    Retry(anyhow::Error),
    /// It will never go better: straight to the dead letters. So is work whose own process was ended at a
    /// limit ([`delivery::Error::Limit`]): the same book would reach the limit again.
    #[error("{0:#}")]
    Fail(anyhow::Error),
    /// Another worker has the job now: what this one did is rolled back, and it says no more about it.
    #[error("the job was given to another worker")]
    Lost,
}

impl JobError {
    /// A fault of the moment.
    pub fn retry(error: impl Into<anyhow::Error>) -> Self {
        Self::Retry(error.into())
    }

    /// A fault for good.
    pub fn fail(error: impl Into<anyhow::Error>) -> Self {
        Self::Fail(error.into())
    }
}

impl From<store::StoreError> for JobError {
    fn from(error: store::StoreError) -> Self {
        Self::Retry(error.into())
    }
}

impl From<delivery::Error> for JobError {
    fn from(error: delivery::Error) -> Self {
        if error.is_permanent() { Self::Fail(error.into()) } else { Self::Retry(error.into()) }
    }
}

impl From<delivery::keys::BadKey> for JobError {
    fn from(error: delivery::keys::BadKey) -> Self {
        delivery::Error::from(error).into()
    }
}

impl From<mail::MailError> for JobError {
    fn from(error: mail::MailError) -> Self {
        if error.is_permanent() { Self::Fail(error.into()) } else { Self::Retry(error.into()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_permanent(error: delivery::Error) -> bool {
        matches!(JobError::from(error), JobError::Fail(_))
    }

    #[test]
    fn a_fault_of_the_book_is_not_tried_again_and_one_of_the_machine_is() {
        let key = delivery::Key::parse("resources/x.txt").unwrap();
        assert!(is_permanent(delivery::Error::Book("no chapter".into())));
        assert!(is_permanent(delivery::Error::TooLarge { key: key.clone(), size: 2, limit: 1 }));
        assert!(!is_permanent(delivery::Error::Interrupted("stopped".into())));
        assert!(!is_permanent(delivery::Error::Store("disk full".into())));
        assert!(!is_permanent(delivery::Error::Missing(key)));
    }

    #[test]
    fn a_limit_says_so_and_is_for_good() {
        let error = JobError::from(delivery::Error::Limit("more than 2 GiB of memory were needed".into()));
        assert!(matches!(error, JobError::Fail(_)));
        assert_eq!(error.to_string(), "more than 2 GiB of memory were needed");
    }
}
