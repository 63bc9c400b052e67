//! `openshelf admin emails`.

use anyhow::bail;
use clap::Subcommand;
use services::{Operation, email_queue};

use super::operator::account_command_error;

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

pub async fn run(command: Emails, op: &Operation) -> anyhow::Result<()> {
    match command {
        Emails::Show => show(op).await,
        Emails::Retry => {
            let count = email_queue::retry_failed(op).await?;
            println!("Emails that are sent again: {count}.");
            Ok(())
        }
        Emails::Test { user } => {
            match email_queue::send_test(op, &user).await.map_err(account_command_error(&user))? {
                Some(job) => println!("Job {job} sends the test email."),
                None => bail!("{user} has no email address"),
            }
            Ok(())
        }
    }
}

async fn show(op: &Operation) -> anyhow::Result<()> {
    let queue = email_queue::load(op).await?;
    println!("waiting  {}\nfailed   {}", queue.waiting, queue.failed);
    for failure in queue.failures {
        println!("{:>8}  {:<6} {}", failure.count, failure.state, failure.error);
    }
    Ok(())
}
