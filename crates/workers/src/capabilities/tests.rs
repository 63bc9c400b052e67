//! Capabilities of single processes, and of all of them together.

use domain::AudioTools;
use jiff::SignedDuration;
use store::db_test;

use super::*;
use crate::testing::Bench;

const SPEAKS: Capabilities = Capabilities { audio: AudioTools::Speech, braille: false };
const BRAILLES: Capabilities = Capabilities { audio: AudioTools::None, braille: true };

db_test! {
    async fn formats_of_other_machines_are_offered_while_those_are_alive(db: Db) {
        let bench = Bench::new(db).await;
        let (ctx, db) = (&bench.ctx, bench.db());
        let offered = async || makers::combined_capabilities(db, ctx.now()).await.unwrap();
        assert_eq!(offered().await, None);
        makers::announce(db, "one", SPEAKS, ctx.now()).await.unwrap();
        makers::announce(db, "two", BRAILLES, ctx.now()).await.unwrap();
        assert_eq!(offered().await, Some(Capabilities::ALL));
        // A server without workers offers what the other processes make.
        begin(ctx, false).await.unwrap();
        assert_eq!(ctx.delivery().capabilities(), Capabilities::ALL);
        makers::remove_maker(db, "two").await.unwrap();
        assert_eq!(offered().await, Some(SPEAKS));
        bench.advance_clock(SignedDuration::from_mins(6));
        assert_eq!(offered().await, None);
        check(ctx, None, Capabilities::NONE).await.unwrap();
        assert_eq!(ctx.delivery().capabilities(), Capabilities::NONE);
        // Its own capabilities count before the first minute, too.
        begin(ctx, true).await.unwrap();
        assert_eq!(ctx.delivery().capabilities(), ctx.delivery().own_capabilities());
        check(ctx, Some("three"), Capabilities::NONE).await.unwrap();
        assert_eq!(offered().await, Some(ctx.delivery().own_capabilities()));
    }

    async fn a_restart_of_the_only_process_that_makes_formats_withdraws_nothing(db: Db) {
        let bench = Bench::new(db).await;
        let (ctx, db) = (&bench.ctx, bench.db());
        makers::announce(db, "worker", SPEAKS, ctx.now()).await.unwrap();
        let before = check(ctx, None, Capabilities::NONE).await.unwrap();
        makers::remove_maker(db, "worker").await.unwrap();
        let meanwhile = check(ctx, None, before).await.unwrap();
        assert_eq!((meanwhile, ctx.delivery().capabilities()), (Capabilities::NONE, SPEAKS));
        check(ctx, None, meanwhile).await.unwrap();
        assert_eq!(ctx.delivery().capabilities(), Capabilities::NONE, "it does not come back");
    }

    async fn a_machine_without_an_engine_leaves_audio_to_those_that_have_one(db: Db) {
        let bench = Bench::new(db).await;
        let (ctx, audio) = (&bench.ctx, PackageAudio::KIND);
        assert!(takes_job(ctx, audio) && takes_job(ctx, "package"));
        ctx.delivery().set_capabilities(BRAILLES, Capabilities::ALL);
        assert!(!takes_job(ctx, audio) && takes_job(ctx, "package"));
        ctx.delivery().set_capabilities(SPEAKS, Capabilities::ALL);
        assert!(takes_job(ctx, audio));
        // If no process has a speech engine, only recordings are offered.
        ctx.delivery().set_capabilities(BRAILLES, BRAILLES);
        assert!(takes_job(ctx, audio));
    }
}
