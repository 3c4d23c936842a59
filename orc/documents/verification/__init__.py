"""Checks whether a passage supports a claim, which is a statement of an answer.

claims decides. Each of the other modules checks one difference between the claim and the passage:

- its figures: passage_figures, bounds, rates, periods;
- its names: known_names, spellings, designations, bracketed, roles, subjects, and those of headings: sections;
- the rows and columns of tables: table_rows, row_values, named_cells, crossed_cells, numbered, yes_no_cells;
- its words, and which of them belong together: word_overlap, clauses, clause_matching, pairings, contrasts,
  noun_substitution, places, predicates, scope, topics, own_sentences;
- what it denies: negations, and denials for languages that negations does not cover;
- what the passage only denies, claims or plans, and what a price includes: hedges;
- the sentence that it restates, which restated finds: its exceptions (exceptions), conditions, proposals, its "must" or
  "most" (strength), comparisons, time_limits, who does it (agents, and coordinated for two who do the same), and what
  it says of something with a thing or without it (accompaniments); converses reads it from the other side.

translations replaces the comparison of words where the claim is in another language than the passage, by names, figures
and the words of ten languages for the same thing. passage_blocks tells tables from prose.
"""
