"""Decides whether passages answer a question, and which of their sentences and table rows do.

judging gives passages their confidence and names the documents that answer; confidence and, for small documents,
small_documents turn the evidence that judging finds into a number. Everything else serves judging or the extractive
model:

- the text: passage_sentences reads passages as sentences and, with passage_rows, as rows, sentence_ranking orders them
  with statements, near_pairs compares places of words, data_lines tells data from prose;
- what the question asks for: focus, asked_things, asked_names, asked_fields, asked_numbers, counting, doers,
  unnamed_doers, payers, identifiers, series, modifiers, persons, ages, permissions, opening_lines, header_lines,
  first_parts, sources, file_names;
- whether one sentence can be the answer: answer_criteria, requirements and word_coverage (English and German),
  language_criteria with language_forms, others_asked and asked_days (other languages), qualifiers, distinctions,
  other_things, namesakes, named_documents, lookalikes, titled_names, compared_years, past_terms, near_misses,
  row_evidence;
- rows of tables: row_match, row_names, absent_rows, row_lists, row_cells, row_notes, table_terms, fitting_rows,
  unsaid_in_rows, bounded_rows, compared_rows, changed_rows, counted_rows, exact_rows, calculated_rows, stacked_rows,
  superlatives;
- what is said beside the sentence itself: enumerations, list_items, neighbours, qualifications, marked_notes,
  title_names; for whole lists, lists of a kind and several documents asked_lists, listed_kinds, document_choice; for
  summaries central_sentences, summaries, and apparatus, which tells the lines around a text.
"""
