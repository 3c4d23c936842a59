"""What the npm emulator of Cosmos DB lacks, and the tests of the suites that need it.

The first test of each feature is run and must fail: the day a new version of the emulator has the feature, it tells.
The others are not run.
"""

from collections.abc import Mapping

import pytest

LACKS: Mapping[str, tuple[str, ...]] = {
    "reading an item that is not there: it answers 500 under a hierarchical key": (
        "test_a_missing_item_is_none",
        "test_a_store_that_answers_can_be_pinged",
        "test_containers_do_not_see_each_other",
        "test_replace_of_a_missing_item_is_a_change",
    ),
    "batches of anything but creates: it looks for the partition key in each operation": (
        "test_writes_of_a_batch_take_effect_in_order",
        "test_upsert_can_change_type_and_place_in_the_order",
        "test_each_write_of_a_batch_has_its_etag_in_order",
        "test_a_delete_with_an_etag_deletes_that_version_only",
        "test_a_delete_with_an_etag_of_a_missing_item_is_no_error",
        "test_delete_partition_takes_all_of_one_partition",
        "test_delete_partition_takes_more_than_a_batch",
        "test_a_query_returns_items_of_its_type_only",
        "test_an_item_without_sort_is_not_listed",
        "test_numbers_are_ordered_as_numbers",
        "test_texts_are_ordered_by_code_point",
        "test_equal_sorts_are_ordered_by_id",
        "test_bounds_can_be_text",
        "test_zero_and_the_empty_text_are_bounds",
        "test_a_query_stops_at_its_limit",
        "test_pages_by_bound_cover_everything_once",
        "test_where_compares_top_level_fields",
        "test_where_tells_the_types_apart",
        "test_where_compares_any_text",
        "test_where_filters_before_the_limit",
    ),
    "batches that are all or nothing: it keeps what came before the failure": (
        "test_a_failing_write_anywhere_in_a_batch_undoes_all",
    ),
    "partitions of more than one part: it keys items by the first": (
        "test_the_same_id_in_two_partitions_is_two_items",
        "test_leases_that_ran_out_are_found_over_all_callers_the_oldest_first",
    ),
    "queries of one partition: it searches all of them": (
        "test_a_prefix_names_all_partitions_under_it",
        "test_no_value_of_a_partition_reaches_another",
    ),
    "queries of a whole key that do not name its fields in their text": (
        "test_a_partition_can_be_filled_again_after_it_was_deleted",
        "test_a_found_chunk_is_the_stored_one",
        "test_a_chunk_is_found_by_what_stands_over_its_table",
        "test_the_chunk_that_answers_comes_first",
        "test_the_nearest_chunks_come_by_their_cosine",
        "test_vectors_of_other_models_are_missing_and_never_compared",
        "test_chunks_added_anew_without_vectors_lose_them",
        "test_scores_fall_and_are_positive",
        "test_nothing_matching_is_an_empty_list",
        "test_top_k_bounds_the_results",
        "test_equal_scores_are_ordered_by_content_and_place",
        "test_only_the_named_contents_are_searched",
        "test_no_owner_finds_or_changes_anothers_content",
        "test_chunks_come_back_exactly_and_in_order",
        "test_adding_again_replaces_all_chunks",
        "test_removed_content_is_found_no_more",
        "test_nothing_of_removed_content_is_found_in_what_takes_its_place",
        "test_what_was_added_survives_a_restart",
        "test_case_accents_and_endings_do_not_hide_a_word",
        "test_common_words_do_not_make_a_match",
        "test_a_query_of_common_words_alone_still_searches",
        "test_no_character_of_a_query_is_an_operator",
        "test_a_very_long_query_is_searched",
        "test_many_contents_can_be_searched_at_once",
    ),
    "composite indexes read backwards": (
        "test_bounds_and_limit_hold_over_a_prefix",
        "test_bounds_are_exclusive_whatever_the_direction",
    ),
    "numbers as they were written: 1.0 comes back as 1": (
        "test_an_item_is_read_as_it_was_written",
        "test_any_json_comes_back_as_it_went_in",
    ),
    "time to live": ("test_an_expired_item_is_not_there", "test_the_lifetime_counts_from_the_last_write"),
}
_SLOW_TO_FAIL = ("test_an_expired_item_is_not_there",)  # waits ten seconds for what does not happen


def expected_failures() -> Mapping[str, pytest.MarkDecorator]:
    """The marks of the tests that need what is not there, by name."""
    return {
        name: pytest.mark.xfail(
            strict=True,
            reason=f"the emulator lacks {feature}",
            run=place == 0 and name not in _SLOW_TO_FAIL,
        )
        for feature, names in LACKS.items()
        for place, name in enumerate(names)
    }
