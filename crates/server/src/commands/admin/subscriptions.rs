//! `openshelf admin subscriptions`: people's subscriptions.

use clap::{Args, Subcommand};
use domain::dates::utc_date;
use domain::subscriptions::{DownloadTimeframe, Subscription};
use jiff::civil::Date;
use services::subscriptions::{self, Held, SubscriptionForm};
use services::values::{Count, ShortText, Text};
use services::{Change, Page};

use super::operator::{change, changed, context, no_faults, refused, value};
use crate::commands::date;
use crate::library::{Library, now};

/// Subscriptions of people. An organization gets its subscription when it is created.
#[derive(Debug, Subcommand)]
pub enum Subscriptions {
    /// Give a person a subscription, in addition to existing ones
    Create(Create),
    /// List a person's subscriptions, newest start first
    List {
        /// Account identifier, user name or email address
        user: String,
        /// Number of subscriptions
        #[arg(long, default_value_t = 100)]
        limit: u32,
    },
    /// Show one subscription
    Show(One),
    /// Change a subscription; omitted options keep their value, and an empty value clears it
    Change(ChangeOne),
    /// End a subscription at the beginning of a day, in UTC
    End {
        /// The subscription
        #[command(flatten)]
        one: One,
        /// The day, YYYY-MM-DD; today if absent
        #[arg(long, value_parser = date)]
        end_date: Option<Date>,
    },
}

/// Fields of a subscription.
#[derive(Debug, Args)]
struct Details {
    /// It ends when this day begins, in UTC: YYYY-MM-DD; open by default
    #[arg(long, value_parser = change::<Date>)]
    end_date: Option<Change<Date>>,
    /// Books per time frame
    #[arg(long, value_parser = change::<Count>)]
    num_books_allowed: Option<Change<Count>>,
    /// monthly or entireSubscription
    #[arg(long)]
    download_timeframe: Option<DownloadTimeframe>,
    /// Notes for the staff
    #[arg(long, value_parser = change::<Text<2000>>)]
    notes: Option<Change<Text<2000>>>,
}

/// A new subscription.
#[derive(Debug, Args)]
pub struct Create {
    /// Account identifier, user name or email address
    user: String,
    /// Name of a type offered by the person's site, for example individual
    #[arg(long, value_parser = value::<ShortText>)]
    user_subscription_type: ShortText,
    /// The day it begins, YYYY-MM-DD; today if absent
    #[arg(long, value_parser = date)]
    start_date: Option<Date>,
    #[command(flatten)]
    details: Details,
}

/// A change of a subscription.
#[derive(Debug, Args)]
pub struct ChangeOne {
    #[command(flatten)]
    one: One,
    /// Name of a type offered by the person's site
    #[arg(long, value_parser = value::<ShortText>)]
    user_subscription_type: Option<ShortText>,
    /// The day it begins, YYYY-MM-DD
    #[arg(long, value_parser = date)]
    start_date: Option<Date>,
    #[command(flatten)]
    details: Details,
}

/// One subscription.
#[derive(Debug, Args)]
pub struct One {
    /// Account identifier, user name or email address
    user: String,
    /// Identifier of the subscription
    subscription: String,
}

/// Runs the command.
pub async fn run(command: Subscriptions, library: &Library) -> anyhow::Result<()> {
    match command {
        Subscriptions::Create(new) => {
            let cx = &mut context(library, "openshelf admin subscriptions create");
            let start = new.start_date.unwrap_or_else(|| cx.today());
            let form = new.details.form(Some(new.user_subscription_type), Some(start));
            let held = subscriptions::create(cx, &new.user, form, no_faults()).await.map_err(refused)?;
            println!("subscription  {}", held.subscription.id);
        }
        Subscriptions::List { user, limit } => {
            let cx = context(library, "openshelf admin subscriptions list");
            let listed = subscriptions::list(&cx, &user, &Page::first(limit)).await.map_err(refused)?;
            for (_, held) in &listed.rows {
                println!(
                    "{:<24} {:<16} {}  {:<10}  {:>6} {:<18} {}",
                    held.id,
                    held.kind,
                    utc_date(held.start),
                    end(held),
                    held.books(),
                    held.timeframe.as_str(),
                    state(held),
                );
            }
        }
        Subscriptions::Show(one) => {
            let cx = context(library, "openshelf admin subscriptions show");
            show(&subscriptions::get(&cx, &one.user, &one.subscription.into()).await.map_err(refused)?);
        }
        Subscriptions::Change(ChangeOne { one, user_subscription_type, start_date, details }) => {
            let form = details.form(user_subscription_type, start_date);
            apply(library, "openshelf admin subscriptions change", one, form).await?;
        }
        Subscriptions::End { one, end_date } => {
            let day = end_date.unwrap_or_else(|| utc_date(now()));
            let form = SubscriptionForm { end_date: Change::Set(day), ..SubscriptionForm::default() };
            apply(library, "openshelf admin subscriptions end", one, form).await?;
        }
    }
    Ok(())
}

async fn apply(library: &Library, command: &str, one: One, form: SubscriptionForm) -> anyhow::Result<()> {
    let (cx, id) = (context(library, command), one.subscription.into());
    show(&subscriptions::change(&cx, &one.user, &id, form, no_faults()).await.map_err(refused)?);
    Ok(())
}

impl Details {
    fn form(self, kind: Option<ShortText>, start_date: Option<Date>) -> SubscriptionForm {
        SubscriptionForm {
            start_date,
            end_date: changed(self.end_date),
            user_subscription_type: kind,
            num_books_allowed: changed(self.num_books_allowed),
            download_timeframe: self.download_timeframe.into(),
            notes: changed(self.notes),
        }
    }
}

fn show(held: &Held) {
    let (owner, subscription) = (&held.owner, &held.subscription);
    println!("subscription  {}", subscription.id);
    println!("user          {} ({})", owner.id, owner.display_name());
    println!("type          {}", subscription.kind);
    println!("from          {}", utc_date(subscription.start));
    println!("until         {}", end(subscription));
    println!("books         {} ({})", subscription.books(), subscription.timeframe.as_str());
    println!("notes         {}", subscription.notes.as_deref().unwrap_or("-"));
    println!("state         {}", state(subscription));
}

fn end(held: &Subscription) -> String {
    held.end.map_or_else(|| "open".to_owned(), |end| utc_date(end).to_string())
}

fn state(held: &Subscription) -> &'static str {
    let now = now();
    if held.covers(now) {
        "active"
    } else if held.start > now {
        "not begun"
    } else {
        "ended"
    }
}
