metadata description = 'What operators look at: a workbook over the app\'s metrics, and alerts that send mail.'

@description('Region.')
param location string

@description('Tags.')
param tags object

@description('Resource id of the Application Insights component.')
param componentId string

@description('Whether there are alerts.')
param alerts bool

@description('Who gets mail when an alert fires. Empty: nobody; alerts are seen in the portal.')
param alertEmail string

@description('Failed turns, in percent of all, from 10 turns on.')
param failedTurnsPercent int

@description('Seconds until the first token that 95 of a hundred turns keep, from 10 turns on.')
param firstTokenSeconds int

@description('Runs in an hour whose process was lost.')
param recoveredRuns int

@description('Seconds that a turn waited for others of its conversation.')
param queueSeconds int

@description('Failed documents, in percent of all, from 5 documents on.')
param failedDocumentsPercent int

@description('Seconds from an upload to its end.')
param documentSeconds int

@description('Cited statements of a day that were not verified, in percent, from 50 statements on.')
param unverifiedPercent int

@description('Cost of a day\'s tokens, in the currency of the prices.')
param dailyCost int

// Each fires above its threshold; one of 0 is left out.
var rules = [
  {
    name: 'failed-turns'
    title: 'Orc: turns fail'
    severity: 1
    window: 'PT1H'
    threshold: failedTurnsPercent
    query: loadTextContent('../watch/alerts/failed-turns.kql')
  }
  {
    name: 'first-token'
    title: 'Orc: answers begin late'
    severity: 2
    window: 'PT1H'
    threshold: firstTokenSeconds
    query: loadTextContent('../watch/alerts/first-token.kql')
  }
  {
    name: 'recovered-runs'
    title: 'Orc: processes are lost'
    severity: 2
    window: 'PT1H'
    threshold: recoveredRuns
    query: loadTextContent('../watch/alerts/recovered-runs.kql')
  }
  {
    name: 'queue'
    title: 'Orc: turns wait long for others'
    severity: 3
    window: 'PT1H'
    threshold: queueSeconds
    query: loadTextContent('../watch/alerts/queue.kql')
  }
  {
    name: 'failed-documents'
    title: 'Orc: documents cannot be read'
    severity: 2
    window: 'PT1H'
    threshold: failedDocumentsPercent
    query: loadTextContent('../watch/alerts/failed-documents.kql')
  }
  {
    name: 'slow-documents'
    title: 'Orc: documents wait long to be read'
    severity: 2
    window: 'PT1H'
    threshold: documentSeconds
    query: loadTextContent('../watch/alerts/slow-documents.kql')
  }
  {
    name: 'unverified'
    title: 'Orc: statements are not verified'
    severity: 3
    window: 'P1D'
    threshold: unverifiedPercent
    query: loadTextContent('../watch/alerts/unverified.kql')
  }
  {
    name: 'cost'
    title: 'Orc: the tokens of a day cost much'
    severity: 2
    window: 'P1D'
    threshold: dailyCost
    query: loadTextContent('../watch/alerts/cost.kql')
  }
]

var chosen = filter(rules, rule => alerts && rule.threshold > 0)
var receivers = empty(alertEmail) ? [] : [actionGroup.id]

resource workbook 'Microsoft.Insights/workbooks@2023-06-01' = {
  name: guid(componentId, 'workbook')
  location: location
  tags: tags
  kind: 'shared'
  properties: {
    displayName: 'Orc'
    category: 'workbook'
    version: '1.0'
    sourceId: componentId
    serializedData: replace(loadTextContent('../watch/workbook.json'), '{componentId}', componentId)
  }
}

resource actionGroup 'Microsoft.Insights/actionGroups@2023-01-01' = if (alerts && !empty(alertEmail)) {
  name: 'orc'
  location: 'global'
  tags: tags
  properties: {
    groupShortName: 'orc'
    enabled: true
    emailReceivers: [
      {
        name: 'operators'
        emailAddress: alertEmail
        useCommonAlertSchema: true
      }
    ]
  }
}

resource alert 'Microsoft.Insights/scheduledQueryRules@2023-12-01' = [for rule in chosen: {
  name: 'orc-${rule.name}'
  location: location
  tags: tags
  kind: 'LogAlert'
  properties: {
    displayName: rule.title
    severity: rule.severity
    enabled: true
    scopes: [
      componentId
    ]
    evaluationFrequency: 'PT15M'
    windowSize: rule.window
    criteria: {
      allOf: [
        {
          query: rule.query
          timeAggregation: 'Maximum'
          metricMeasureColumn: 'value'
          operator: 'GreaterThan'
          threshold: rule.threshold
          failingPeriods: {
            numberOfEvaluationPeriods: 1
            minFailingPeriodsToAlert: 1
          }
        }
      ]
    }
    autoMitigate: true
    actions: {
      actionGroups: receivers
    }
  }
}]
