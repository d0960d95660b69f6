//! The shipped profiles hold what they promise.

use planwright::games;
use planwright::vision::ProfileStore;

#[test]
fn every_shipped_profile_is_for_a_game_of_the_registry() {
    for profile in ProfileStore::load(None).usable() {
        assert!(games::by_id(&profile.game).is_some(), "{}", profile.id);
    }
}
