"""Turns answers that were rated down into questions, for a person to confirm and correct."""

import asyncio
from pathlib import Path

from shared.evaluate.client import Deployment
from shared.evaluate.draft import Drafts


async def draft_from_feedback(drafts: Drafts, deployment: Deployment) -> list[str]:
    """Adds the questions whose answers the caller rated down, and downloads their documents beside the file. Returns
    sentences about what could not be downloaded."""
    notes = list[str]()
    async for conversation_id in deployment.conversations():
        detail = await deployment.json("GET", f"/api/conversations/{conversation_id}")
        messages = {message["message_id"]: message for message in detail["messages"]}
        rated = [each for each in detail["messages"] if (each.get("feedback") or {}).get("rating") == "down"]
        for answer in rated:
            question = messages.get(answer["parent_message_id"])
            if question is None or not question["text"].strip() or drafts.has(answer["message_id"]):
                continue
            names = question["blob_names"] or [each["blob_name"] for each in answer["uploaded_file_refs"]]
            folder = drafts.path.parent / "documents" / conversation_id
            stored = await deployment.json("GET", f"/api/conversations/{conversation_id}/documents")
            file_ids = {each["blob_name"]: each["file_id"] for each in stored}
            documents = [folder / name for name in names if name in file_ids and Path(name).name == name]
            for document in documents:
                data = await deployment.bytes_of(file_ids[document.name])
                await asyncio.to_thread(folder.mkdir, parents=True, exist_ok=True)
                await asyncio.to_thread(document.write_bytes, data)
            if lost := set(names) - {document.name for document in documents}:
                notes.append(f"{answer['message_id']}: {', '.join(sorted(lost))} no longer available.")
            comment = f" Comment: {answer['feedback']['comment']}" if answer["feedback"]["comment"] else ""
            earlier, at = list[str](), question["parent_message_id"]  # the questions before it on its branch
            while at in messages:
                if messages[at]["role"] == "user" and messages[at]["text"].strip():
                    earlier.append(messages[at]["text"])
                at = messages[at]["parent_message_id"]
            drafts.add(
                answer["message_id"],
                question["text"],
                documents,
                history=earlier[::-1],
                tags=["rated down"],
                note=f"Rated down.{comment} The answer was: {answer['text']}",
            )
    return notes
