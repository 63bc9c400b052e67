//! `openshelf admin emails`.

use anyhow::bail;
use clap::Subcommand;
use services::email_queue;

use super::operator::{account_command_error, begin_operation, to_command_error};
use crate::library::Library;

/// Emails that wait, or could not be sent.
#[derive(Debug, Subcommand)]
pub enum Emails {
    /// Show how many emails wait or could not be sent, and why
    Show,
    /// Send all emails again that could not be sent
    Retry,
    /// Send a test email to a person, by the workers of a server; `openshelf jobs list` shows the result
    Test {
        /// Account identifier, user name or email address
        user: String,
    },
}

pub async fn run(command: Emails, library: &Library) -> anyhow::Result<()> {
    match command {
        Emails::Show => show(library).await,
        Emails::Retry => {
            let op = &begin_operation(library, "openshelf admin emails retry")?;
            let count = email_queue::retry_failed(op).await.map_err(to_command_error)?;
            println!("Emails that are sent again: {count}.");
            Ok(())
        }
        Emails::Test { user } => {
            let op = &begin_operation(library, "openshelf admin emails test")?;
            match email_queue::send_test(op, &user).await.map_err(account_command_error(&user))? {
                Some(job) => println!("Job {job} sends the test email."),
                None => bail!("{user} has no email address"),
            }
            Ok(())
        }
    }
}

async fn show(library: &Library) -> anyhow::Result<()> {
    let op = &begin_operation(library, "openshelf admin emails show")?;
    let queue = email_queue::load(op).await.map_err(to_command_error)?;
    println!("waiting  {}\nfailed   {}", queue.waiting, queue.failed);
    for failure in queue.failures {
        println!("{:>8}  {:<6} {}", failure.count, failure.state, failure.error);
    }
    Ok(())
}
