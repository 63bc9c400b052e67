//! Errors of a job's attempt.

/// Error with a decision about retries. `?` makes temporary errors (`From`); permanent ones are made with
/// [`JobError::permanent`].
#[derive(Debug, thiserror::Error)]
pub enum JobError {
    /// Temporary: retried after a delay until the attempts are used up.
    #[error("{0:#}")]
    Retry(anyhow::Error),
    /// Permanent: the job becomes a dead letter immediately. This includes work whose own process hit a limit
    /// ([`delivery::Error::Limit`]): the same book would hit it again.
    #[error("{0:#}")]
    Fail(anyhow::Error),
    /// Another worker has the job now. The changes of this one are rolled back, and nothing else is recorded.
    #[error("the job was given to another worker")]
    Lost,
}

impl JobError {
    pub fn temporary(error: impl Into<anyhow::Error>) -> Self {
        Self::Retry(error.into())
    }

    pub fn permanent(error: impl Into<anyhow::Error>) -> Self {
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

impl From<holdings::Error> for JobError {
    fn from(error: holdings::Error) -> Self {
        match error {
            holdings::Error::Delivery(error) => error.into(),
            holdings::Error::Store(error) => error.into(),
            holdings::Error::Impossible(reason) => Self::Fail(anyhow::anyhow!(reason)),
        }
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
    fn faults_of_books_are_not_retried_and_those_of_the_machine_are() {
        let key = delivery::Key::parse("resources/x.txt").unwrap();
        assert!(is_permanent(delivery::Error::Book("no chapter".into())));
        assert!(is_permanent(delivery::Error::TooLarge { key: key.clone(), size: 2, limit: 1 }));
        assert!(!is_permanent(delivery::Error::Interrupted("stopped".into())));
        assert!(!is_permanent(delivery::Error::Store("disk full".into())));
        assert!(!is_permanent(delivery::Error::Missing(key)));
    }

    #[test]
    fn limits_are_named_and_permanent() {
        let error = JobError::from(delivery::Error::Limit("more than 2 GiB of memory were needed".into()));
        assert!(matches!(error, JobError::Fail(_)));
        assert_eq!(error.to_string(), "more than 2 GiB of memory were needed");
    }
}
